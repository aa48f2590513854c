import Foundation
import Glibc
import Testing

/// Roots that are not as they should be, and who may work on them.
@Suite struct RootTests {
  @Test func `an empty root is made ready, with the modes of the contract whatever the umask`() async throws {
    try await scene(daemon: false) { scene in
      try await scene.start(by: ["/bin/sh", "-c", #"umask 0077; exec "$0" "$@""#])
      try scene.root.drop("sales/jane.jpg", Picture.jpeg())
      try await scene.made("sales/jane")
      try scene.root.drop("sales/jane.jpg", Picture.jpeg())
      try await scene.made("sales/jane", times: 2)
      try scene.root.drop("team/bad.jpg", "no photo")
      try await scene.failed("team/bad.jpg")
      let modes: [(String, mode_t)] = [
        ("avatars", 0o2775), ("avatars/sales", 0o2775), ("avatars/sales/jane-32.jpg", 0o644),
        ("avatars/sales/jane-16.png", 0o644), ("avatars/sales/jane.json", 0o664), ("failed", 0o2770),
        ("failed/team", 0o2770), ("originals", 0o750), ("originals/sales", 0o750), ("replaced", 0o750),
        ("replaced/sales", 0o750), (".tondo", 0o750),
      ]
      for (path, mode) in modes {
        #expect((scene.root.state(path)?.st_mode ?? 0) & 0o7777 == mode, "\(path)")
      }
    }
  }

  @Test func `a second daemon says who holds the root`() async throws {
    try await scene { scene in
      let first = try #require(scene.daemon)
      let second = try scene.launch()
      #expect(try await second.ended() == 75)
      #expect(second.complained.contains("process \(first.pid)"))
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
    }
  }

  @Test func `Tondo's own folder is rebuilt when it is deleted, and nobody else gets the root meanwhile`()
    async throws
  {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      try scene.root.remove(".tondo")
      try await scene.logged(".tondo/ is gone: it is rebuilt")
      try await scene.logged(" ready; ", times: 2)
      #expect(try await scene.launch().ended() == 75)
      try scene.root.drop("zoe.jpg", Picture.jpeg())
      try await scene.made("zoe")
      #expect(scene.count("jane: made in") == 1)
      try await scene.status("2 ready, 0 waiting, 0 queued, 0 processing, 0 failed")
    }
  }

  @Test func `a ledger that is damaged while it is used is rebuilt`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      for name in scene.root.names(".tondo") where name.hasPrefix("ledger.sqlite") {
        let file = try #require(fopen(scene.root.absolute(".tondo/\(name)"), "r+"))
        fputs(String(repeating: "no ledger", count: 1000), file)
        fclose(file)
      }
      try scene.root.drop("zoe.jpg", Picture.jpeg())
      try await scene.made("zoe")
      #expect(scene.count("jane: made in") == 1)
      try await scene.status("2 ready, 0 waiting, 0 queued, 0 processing, 0 failed")
    }
  }

  @Test func `a daemon that loses its ledger's shared memory is at worst killed, and loses nothing`()
    async throws
  {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      #expect(truncate(scene.root.absolute(".tondo/ledger.sqlite-shm"), 0) == 0)
      try scene.root.drop("john.jpg", Picture.jpeg())
      try await scene.until("john is made, or the daemon killed") {
        scene.count("john: made in") == 1 || scene.daemon?.exitStatus != nil
      }
      if let status = scene.daemon?.exitStatus {
        #expect(status == 128 + SIGBUS)
        try await scene.start()
        try await scene.made("john")
      }
      try await scene.settled()
      #expect(scene.root.ids.flatMap(scene.root.faults) == [])
      #expect(scene.count("jane: made in") == 1)
    }
  }

  @Test func `a root that is missing is told`() async throws {
    try await scene(daemon: false) { scene in
      try scene.root.remove("")
      let daemon = try scene.launch()
      #expect(try await daemon.ended() == 66)
      #expect(daemon.complained.contains(scene.root.path))
    }
  }

  @Test func `a root that is a file is told`() async throws {
    try await scene(daemon: false) { scene in
      try scene.root.remove("")
      try Data("x".utf8).write(to: URL(fileURLWithPath: scene.root.path))
      let daemon = try scene.launch()
      let status = try await daemon.ended()
      #expect([66, 74].contains(status))
      #expect(daemon.complained.contains(scene.root.path))
    }
  }

  @Test func `a folder full of other things is refused`() async throws {
    try await scene(daemon: false) { scene in
      try scene.root.remove("tondo.json")
      try scene.root.write("holiday/beach.jpg", Picture.jpeg())
      #expect(try await scene.launch().ended() == 69)
      #expect(scene.root.names("") == ["holiday"])
    }
  }

  @Test(arguments: ["inbox", "originals", "avatars"]) func `a root that lost a folder is refused`(
    _ folder: String
  ) async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      try await scene.stop()
      try scene.root.move(folder, "elsewhere")
      let daemon = try scene.launch()
      #expect(try await daemon.ended() == 69)
      #expect(daemon.complained.contains("mounted"))
      try scene.root.move("elsewhere", folder)
      try await scene.start()
      try await scene.idle()
      #expect(scene.root.faults("jane") == [])
      #expect(scene.count("made in") == 1)
    }
  }

  @Test(arguments: ["inbox", "originals", "avatars"])
  func `a folder that goes away is waited for, and nothing is taken for deleted`(
    _ folder: String
  ) async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      try scene.root.move(folder, "elsewhere")
      try await scene.logged("\(folder)/ is gone")
      try scene.root.move("elsewhere", folder)
      try await scene.settled()
      #expect(scene.root.faults("jane") == [])
      #expect(!scene.root.has("avatars/jane.error.txt"))
      #expect(scene.count("jane: made in") == 1)
    }
  }
}
