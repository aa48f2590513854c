import Foundation
import Glibc
import Testing

/// A full disk, or one that cannot be written to, is the machine's trouble and no photo's.
@Suite struct DiskTests {
  /// One attempt that was counted would be the last.
  private static let strict = Scene.settings(more: #""retries":0"#)

  /// Takes all that is left, until it is removed.
  private func fill(_ root: Root, with what: String) throws {
    var turn = 0
    let block = [UInt8](repeating: 1, count: 4096)
    repeat {
      let file = open(root.absolute("filler/\(turn)"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard file >= 0 else { return #expect(errno == ENOSPC) }
      if what == "inodes" { turn += 1 } else { while Glibc.write(file, block, block.count) > 0 {} }
      close(file)
    } while what == "inodes"
  }

  @Test(.enabled(if: Mounted.isPossible, "needs the right to mount"), arguments: ["bytes", "inodes"])
  func `a full disk pauses the work, which goes on by itself`(_ what: String) async throws {
    try await scene(settings: Self.strict, daemon: false) { scene in
      let root = scene.root
      let disk = try Mounted("tmpfs", at: root.path, "size=6m,nr_inodes=100")
      try root.write("tondo.json", Self.strict)
      try root.makeFolder("inbox")
      try root.makeFolder("filler")
      let daemon = try await scene.start()
      try root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      daemon.send(SIGSTOP)
      let names = ["john", "june", "zoe"]
      for name in names { try root.drop("\(name).jpg", Picture.jpeg()) }
      try fill(root, with: what)
      daemon.send(SIGCONT)
      try await scene.logged("paused: ")
      #expect(scene.log.contains("no space left on the device"))
      try await scene.status("no space left on the device")
      let waiting = try await scene.tondo("status", "--json", "john", "june", "zoe").said
      #expect(waiting.components(separatedBy: #""attempts": 0"#).count == 4, "\(waiting)")
      try root.remove("filler")
      try await scene.logged("working again")
      for name in names { try await scene.made(name) }
      #expect(root.files("failed") == [])
      try await scene.status("4 ready, 0 waiting, 0 queued, 0 processing, 0 failed")
      #expect(try await !scene.tondo("status").said.contains("\npaused: "))
      #expect(scene.count(": made in") == 4)
      try await scene.stop()
      withExtendedLifetime(disk) {}
    }
  }

  @Test(.enabled(if: Mounted.isPossible, "needs the right to mount"))
  func `on a full disk the page's requests are refused with a reason, and leave nothing`() async throws {
    try await scene(daemon: false) { scene in
      let root = scene.root
      let disk = try Mounted("tmpfs", at: root.path, "size=6m")
      try root.write("tondo.json", Scene.page().replacingOccurrences(of: "SCRATCH", with: root.scratch))
      try root.makeFolder("inbox")
      try root.makeFolder("filler")
      try await scene.start()
      try await scene.logged("the web page is at")
      try root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      try await scene.swept()
      let etag = try #require(
        try await scene.client.ask("GET", "/api/avatars/jane").headers["etag"])
      try fill(root, with: "bytes")
      let placeholder = #"{"initials": "JD"}"#
      let answers = [
        try await scene.client.ask(
          "PUT", "/api/inbox/a/b/big.jpg", body: [UInt8](repeating: 7, count: 4_000_000)),
        try await scene.client.ask("PUT", "/api/avatars/a/new/placeholder", body: placeholder),
        try await scene.client.ask(
          "PUT", "/api/avatars/jane/attributes", ["If-Match: \(etag)"], body: #"{"scale": 2}"#),
      ]
      #expect(answers.map(\.status) == [507, 507, 507], "\(answers.map(\.text))")
      #expect(answers.allSatisfy { $0.text.contains("send it again") }, "\(answers.map(\.text))")
      try await scene.until("no upload is left") { root.names("inbox") == [] }
      #expect(root.names(".tondo/staging") == [])
      try await scene.stop()
      withExtendedLifetime(disk) {}
    }
  }

  @Test func `a file system that becomes read-only pauses the work until it can be written to again`()
    async throws
  {
    try await scene(settings: Self.strict, daemon: false) { scene in
      let flag = scene.root.scratch + "/read-only"
      try await scene.start(environment: Fault.failure(EROFS, while: flag))
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      try Data().write(to: URL(filePath: flag))
      try scene.root.drop("john.jpg", Picture.jpeg())
      try scene.root.edit("avatars/jane.json", #""scale": 1"#, with: #""scale": 2"#)
      try await scene.logged("paused: ", times: 2)
      #expect(scene.log.contains("the file system is read-only"))
      #expect(unlink(flag) == 0)
      try await scene.logged("working again")
      try await scene.made("john")
      #expect(try await scene.made("jane", times: 2).attributes.scale == 2)
      #expect(scene.root.files("failed") == [])
      #expect(scene.count(": made in") == 3)
    }
  }

  @Test(.enabled(if: Mounted.isPossible, "needs the right to mount"))
  func
    `a daemon on a file system that was aborted says so, stops in time, and finishes when it is mounted anew`()
    async throws
  {
    try await scene(settings: Self.strict, daemon: false) { scene in
      let root = scene.root
      let image = root.scratch + "/disk.img"
      try run("truncate -s 24M \(image) && mkfs.ext4 -q \(image) && mount -o loop \(image) \(root.path)")
      defer { umount2(root.path, Int32(MNT_DETACH)) }
      try root.write("tondo.json", Self.strict)
      try await scene.start()
      try root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      scene.daemon?.send(SIGSTOP)
      try root.drop("john.jpg", Picture.jpeg())
      try run("sync -f \(root.path) && mount -o remount,abort \(root.path)")
      scene.daemon?.send(SIGCONT)
      try await scene.logged("the file system is read-only")
      try await scene.status("the file system is read-only")
      #expect(try await scene.stop() == 0)
      // Programs that other tests start have its files open until they begin.
      try await scene.until("nobody has it open") { umount2(root.path, 0) == 0 }
      try run("mount -o loop \(image) \(root.path)")
      try await scene.start()
      try await scene.made("john")
      #expect(root.faults("jane") == [])
      #expect(root.files("failed") == [])
      try await scene.stop()
    }
  }

  private func run(_ script: String) throws {
    let process = try Process.run(URL(filePath: "/bin/sh"), arguments: ["-c", script])
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(script)")
  }

  @Test(arguments: [ENOSPC, EIO])
  func `a call that fails once, whichever it is, costs a pause and nothing else`(_ number: Int32) async throws
  {
    for turn in 0..<Torture.amount(40, sample: 3) {
      let call = 1 + turn * Torture.amount(5, sample: 47)
      try await scene(settings: Scene.settings(settle: 0.02, more: #""retries":0"#), daemon: false) { scene in
        for name in ["jane", "john"] { try scene.root.drop("\(name).jpg", Picture.jpeg()) }
        try scene.root.drop("john.job.json", #"{"scale":2}"#)
        let daemon = try scene.launch("--once", environment: Fault.failure(number, at: call))
        // Before it is ready, trouble ends it; the next one finds all as it was.
        if try await daemon.ended(within: 60) != 0 {
          #expect(!daemon.complained.contains(" ready; "), "call \(call): \(daemon.complained)")
          #expect(try await scene.launch("--once").ended(within: 60) == 0)
        }
        #expect(scene.root.ids == ["jane", "john"], "call \(call): \(scene.log)")
        #expect(scene.root.ids.flatMap(scene.root.faults) == [], "call \(call): \(scene.log)")
        #expect(scene.root.account("john")?.attributes.scale == 2, "call \(call)")
        #expect(scene.root.files("inbox") + scene.root.files("failed") == [], "call \(call)")
      }
    }
  }
}
