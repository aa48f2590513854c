import Foundation
import Glibc
import Testing

/// Killed at every call that changes what lies on the disk, one after the other, and so at every step of publishing.
@Suite struct CrashPointTests {
  /// Work of every kind that one run does.
  private func prepare(_ scene: Scene) async throws {
    let root = scene.root
    for name in ["john", "edited", "damaged", "placed", "changed", "unwritten", "same", "vanishing"] {
      try root.drop("\(name).jpg", Picture.jpeg())
    }
    for name in ["waiting", "redrawn", "coming"] {
      try root.drop("\(name).job.json", #"{"scale":2,"placeholder":{"from":"id"}}"#)
    }
    try root.drop("masked.jpg", Picture.jpeg())
    try await once(scene)
    try root.drop("coming.jpg", Picture.jpeg())
    try root.drop("redrawn.job.json", #"{"placeholder":{"symbol":"leaf"}}"#)
    try root.drop("initials.job.json", #"{"placeholder":{"initials":"D"}}"#)
    try root.remove("avatars/waiting-16.png")
    try root.edit("avatars/masked.json", #""position""#, with: #""placeholder": {}, "position""#)
    try root.drop("john.jpg", Picture.jpeg())
    try root.drop("team/new.jpg", Picture.jpeg())
    try root.drop("team/new.job.json", #"{"scale":2}"#)
    try root.drop("placed.job.json", #"{"scale":3}"#)
    try root.edit("avatars/edited.json", #""scale": 1"#, with: #""scale": 4"#)
    try root.remove("avatars/damaged-16.png")
    try root.write("originals/changed.jpg", Picture.jpeg())
    try root.remove("avatars/unwritten.json")
    try root.drop("same.jpg", try #require(root.read("originals/same.jpg")))
    try root.drop("vanishing.job.json", #"{"remove":true}"#)
    try root.drop("bad.jpg", "no photo")
  }

  private func once(_ scene: Scene) async throws {
    var status: Int32
    // A worker that was just being started may hold the lock of a killed daemon for a moment.
    repeat { status = try await scene.launch("--once").ended(within: 60) } while status == 75
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
    for folder in ["originals", "failed", "inbox", ".tondo/staging", ".tondo/requests"] {
      for file in root.files(folder) { outcome["\(folder)/\(file)"] = root.sha256("\(folder)/\(file)") }
    }
    outcome["replaced"] = root.files("replaced").compactMap { root.sha256("replaced/\($0)") }.sorted()
      .joined()
    outcome["avatars"] = root.files("avatars").joined(separator: " ")
    return outcome
  }

  /// Kills at calls of this remainder, so that several can go on at once; the sample takes few of them.
  @Test(arguments: 0..<4) func `a kill at any call is finished at the next start, and nothing is done twice`(
    _ part: Int
  ) async throws {
    try await scene(settings: Scene.settings(settle: 0.02), daemon: false) { template in
      try await prepare(template)
      let whole = try Scene(copying: template)
      try await once(whole)
      let wanted = outcome(whole.root)
      #expect(whole.root.ids.flatMap(whole.root.faults) == [])
      #expect(whole.root.traces(of: "vanishing") == [])
      for turn in 0..<1000 {
        let scene = try Scene(copying: template)
        let call = Torture.amount(4, sample: 64) * turn + Torture.amount(1, sample: 7) * part + 1
        let status = try await scene.launch("--once", environment: Fault.kill(at: call)).ended(within: 60)
        guard status == 128 + SIGKILL else {
          print("killed at \(turn) calls, the last one being \(call)")
          return #expect(turn >= Torture.amount(75, sample: 5))
        }
        try await once(scene)
        try await verify(scene, wanted, "killed at call \(call)")
      }
      Issue.record("there is no end to it")
    }
  }

  private func verify(_ scene: Scene, _ wanted: [String: String], _ comment: Comment) async throws {
    let root = scene.root
    #expect(root.ids.flatMap(root.faults) == [], comment)
    #expect(outcome(root) == wanted, "\(comment)\n\(scene.log)")
    #expect(root.traces(of: "vanishing") == [], comment)
    for id in root.ids { #expect(scene.count(" \(id): made in") <= 1, "\(comment)\n\(scene.log)") }
    let before = (root.written, scene.log)
    try await once(scene)
    #expect(root.written == before.0, comment)
    let third = scene.log.dropFirst(before.1.count)
    for word in ["made in", "finished", "written again", "moved to", "removed"] {
      #expect(!third.contains(word), "\(comment): \(third)")
    }
  }

  @Test func `an id whose removal was interrupted is gone, or as it was where nothing was asked for yet`()
    async throws
  {
    try await scene(daemon: false) { template in
      for _ in 0..<2 {
        for name in ["vanishing", "staying"] { try template.root.drop("sub/\(name).jpg", Picture.jpeg()) }
        try await once(template)
      }
      try template.root.drop("sub/vanishing.jpg", "no photo")
      try await once(template)
      var ends: Set<Bool> = []
      for turn in 0..<1000 {
        let scene = try Scene(copying: template)
        let call = 1 + turn * Torture.amount(1, sample: 9)
        let answer = try await scene.tondo(
          "remove", "sub/vanishing", "--yes", environment: Fault.kill(at: call))
        try await once(scene)
        let traces = scene.root.traces(of: "vanishing")
        let isLeft = scene.root.has("avatars/sub/vanishing.json")
        #expect(
          isLeft ? scene.root.faults("sub/vanishing") == [] : traces == [],
          "killed at call \(call): \(traces)")
        #expect(scene.root.faults("sub/staying") == [])
        ends.insert(isLeft)
        guard answer.status == 128 + SIGKILL else {
          #expect(answer.status == 0 && !isLeft)
          return #expect(ends == [true, false])
        }
      }
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
