import Foundation
import Glibc
import Testing

/// Folders that are empty because something is not mounted, and inboxes that lie elsewhere.
@Suite struct MountTests {
  private static let names = ["jane", "john", "sales/zoe"]

  private func made(_ body: (Scene) async throws -> Void) async throws {
    try await scene { scene in
      for name in Self.names { try scene.root.drop("\(name).jpg", Picture.jpeg()) }
      for name in Self.names { try await scene.made(name) }
      try await scene.idle()
      try await body(scene)
    }
  }

  /// Moves all that a folder holds; the daemon looks at it before or afterwards.
  private func move(_ scene: Scene, from one: String, to other: String) throws {
    scene.daemon?.send(SIGSTOP)
    try scene.root.makeFolder(other)
    for name in scene.root.names(one) { try scene.root.move("\(one)/\(name)", "\(other)/\(name)") }
    scene.daemon?.send(SIGCONT)
  }

  @Test(arguments: ["originals", "avatars"])
  func `a folder that is emptied as a whole is waited for`(_ folder: String) async throws {
    try await made { scene in
      let before = scene.root.written
      try move(scene, from: folder, to: "elsewhere")
      try await scene.logged("\(folder)/ is empty, and should not be: is it mounted?")
      try await scene.status("paused: \(folder)/ is empty")
      #expect(scene.root.files("avatars").allSatisfy { !$0.hasSuffix(".error.txt") })
      #expect(folder != "avatars" || scene.root.names("avatars") == [])
      try move(scene, from: "elsewhere", to: folder)
      try await scene.logged("working again")
      try await scene.settled()
      #expect(Self.names.flatMap(scene.root.faults) == [])
      #expect(scene.root.written.filter { !$0.hasPrefix("barrier") } == before)
      #expect(scene.count(": made in") == Self.names.count + 1)
      #expect(
        try await scene.tondo("status").said.hasPrefix("4 ready, 0 waiting, 0 queued, 0 processing, 0 failed")
      )
    }
  }

  @Test(arguments: ["originals", "avatars"])
  func `a folder that is empty at the start, as a mount point is, is refused`(_ folder: String) async throws {
    try await made { scene in
      try await scene.stop()
      try move(scene, from: folder, to: "elsewhere")
      let daemon = try scene.launch()
      #expect(try await daemon.ended() == 69)
      #expect(daemon.complained.contains("\(folder)/ is empty, and should not be: is it mounted?"))
      try move(scene, from: "elsewhere", to: folder)
      try await scene.start()
      try await scene.settled()
      #expect(Self.names.flatMap(scene.root.faults) == [])
      #expect(scene.count(": made in") == Self.names.count + 1)
    }
  }

  @Test func `avatars that are gone for good come back once their folder is said to be the right one`()
    async throws
  {
    try await made { scene in
      let before = Self.names.map { scene.root.account($0)?.avatars }
      try move(scene, from: "avatars", to: "gone")
      try await scene.logged("avatars/ is empty, and should not be: is it mounted?")
      try scene.root.makeFolder("avatars/new")
      for name in Self.names { try await scene.made(name, times: 2) }
      #expect(Self.names.map { scene.root.account($0)?.avatars } == before)
    }
  }

  @Test(.enabled(if: Mounted.isPossible, "needs the right to mount"), arguments: ["originals", "avatars"])
  func `a file system that covers a folder, and goes again, is no reason to do anything`(_ folder: String)
    async throws
  {
    try await made { scene in
      let before = scene.root.written
      var cover: Mounted? = try Mounted("tmpfs", at: scene.root.absolute(folder), "size=64k")
      // Looks at an avatar, and so at the folders.
      scene.daemon?.send(SIGHUP)
      try await scene.logged("settings read again")
      withExtendedLifetime(cover) {}
      cover = nil
      try await scene.settled()
      #expect(Self.names.flatMap(scene.root.faults) == [])
      #expect(scene.root.written.filter { !$0.hasPrefix("barrier") } == before)
    }
  }

  // MARK: An inbox elsewhere

  @Test(.enabled(if: Mounted.hasBindfs, "needs bindfs"), arguments: ["inbox", "inbox/share"])
  func `what others put on a file system that tells nothing is found by looking`(_ folder: String)
    async throws
  {
    try await scene(daemon: false) { scene in
      let root = scene.root
      try root.makeFolder(folder)
      let behind = root.scratch + "/behind"
      try FileManager.default.createDirectory(atPath: behind + "/sub", withIntermediateDirectories: true)
      let share = try await Mounted(showing: behind, at: root.absolute(folder), root)
      try await scene.start()
      try await scene.logged("\(folder): looked at every ten seconds")
      #expect(scene.count("looked at every ten seconds") == 1)
      try await scene.status("not watched, looked at now and then: \(folder):")
      let photo = try Picture.jpeg()
      try Data(photo).write(to: URL(filePath: behind + "/sub/jane.jpg"))
      let id = "\(folder)/sub/jane".split(separator: "/").dropFirst().joined(separator: "/")
      try await scene.until("the photo is made", seconds: 60) { scene.count("\(id): made in") == 1 }
      // Copied, synced, compared, removed.
      #expect(root.read("originals/\(id).jpg") == photo)
      #expect(root.files(folder) == [])
      #expect(root.faults(id) == [])
      if folder != "inbox" {
        try root.drop("john.jpg", Picture.jpeg())
        try await scene.made("john")
      }
      try await scene.stop()
      withExtendedLifetime(share) {}
    }
  }

  @Test(.enabled(if: Mounted.hasBindfs, "needs bindfs"))
  func `a root that others may change without a word is refused`() async throws {
    try await scene(daemon: false) { scene in
      let behind = scene.root.scratch + "/behind"
      try FileManager.default.createDirectory(atPath: behind, withIntermediateDirectories: true)
      try scene.root.remove("tondo.json")
      let share = try await Mounted(showing: behind, at: scene.root.path, scene.root)
      let daemon = try scene.launch()
      #expect(try await daemon.ended() == 69)
      #expect(daemon.complained.contains("network file system"))
      withExtendedLifetime(share) {}
    }
  }
}
