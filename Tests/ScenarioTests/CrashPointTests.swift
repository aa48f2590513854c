import Foundation
import Glibc
import Testing

/// Killed at every call that changes a folder, one after the other: strace delivers the signal at the very call.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "needs strace"))
struct CrashPointTests {
  /// Work of every kind that one run does.
  private func prepare(_ scene: Scene) async throws {
    let root = scene.root
    for name in ["john", "edited", "damaged", "placed", "changed"] {
      try root.drop("\(name).jpg", Picture.jpeg())
    }
    try await once(scene)
    try root.drop("john.jpg", Picture.jpeg())
    try root.drop("team/new.jpg", Picture.jpeg())
    try root.drop("team/new.job.json", #"{"scale":2}"#)
    try root.drop("placed.job.json", #"{"scale":3}"#)
    try root.edit("avatars/edited.json", #""scale": 1"#, with: #""scale": 4"#)
    try root.remove("avatars/damaged-16.png")
    try root.write("originals/changed.jpg", Picture.jpeg())
    try root.drop("bad.jpg", "no photo")
  }

  private func once(_ scene: Scene) async throws {
    let status = try await scene.launch("--once").ended()
    #expect([0, 65].contains(status), "\(scene.log)")
  }

  /// What must be the same, however often it was interrupted.
  private func outcome(_ root: Root) -> [String: String] {
    var outcome: [String: String] = [:]
    for id in root.ids {
      outcome[id] = root.account(id).map {
        "\($0.original.sha256) \($0.made) \($0.attributes) \($0.warnings)"
      }
    }
    for folder in ["originals", "failed", "inbox", ".tondo/staging"] {
      for file in root.files(folder) { outcome["\(folder)/\(file)"] = root.sha256("\(folder)/\(file)") }
    }
    outcome["replaced"] = root.files("replaced").compactMap { root.sha256("replaced/\($0)") }.sorted()
      .joined()
    outcome["avatars"] = root.files("avatars").joined(separator: " ")
    return outcome
  }

  @Test(arguments: ["renameat", "renameat2", "unlinkat", "fsync", "linkat"])
  func `a kill at any call of this kind is finished at the next start`(_ call: String) async throws {
    try await scene(settings: Scene.settings(settle: 0.02), daemon: false) { template in
      try await prepare(template)
      let whole = try Scene(copying: template)
      try await once(whole)
      let wanted = outcome(whole.root)
      #expect(whole.root.ids.flatMap(whole.root.faults) == [])
      for turn in 1...200 {
        let scene = try Scene(copying: template)
        let words = [
          "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
          "inject=\(call):signal=KILL:when=\(turn)",
          Spawned.beside("tondo"), "watch", "--once", "--root", scene.root.path,
        ]
        let killed = try Spawned("/usr/bin/strace", words.map { Array($0.utf8) }, scratch: scene.root.scratch)
        try await killed.ended(within: 60)
        if killed.complained.contains(" stopped") { return }
        try await once(scene)
        #expect(scene.root.ids.flatMap(scene.root.faults) == [], "\(call) \(turn)")
        #expect(outcome(scene.root) == wanted, "\(call) \(turn)\n\(killed.complained)\n\(scene.log)")
      }
      Issue.record("\(call): there is no end to it")
    }
  }

  @Test func `a worker that outlives its daemon does not disturb the next one`() async throws {
    try await scene(settings: StopTests.slow) { scene in
      for name in ["jane", "john"] { try scene.root.drop("\(name).jpg", Picture.jpeg()) }
      try await scene.until("a worker is at it") { try Proc.isBusy(scene) }
      scene.daemon?.send(SIGKILL)
      _ = try await scene.daemon?.ended()
      try await scene.start()
      try await scene.made("jane")
      try await scene.made("john")
      try await scene.idle()
      try await scene.swept()
      #expect(scene.root.files("avatars").count == 4)
    }
  }
}
