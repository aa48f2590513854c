import Foundation
import Testing

/// `remove`, `retry`, `rename` and `status`, with and without a daemon.
@Suite struct CommandTests {
  /// A scene with jane, and a daemon that goes on or has ended.
  private func jane(daemon: Bool, _ body: (Scene) async throws -> Void) async throws {
    try await scene { scene in
      try scene.root.drop("sales/jane.jpg", Picture.jpeg())
      try await scene.made("sales/jane")
      try await scene.idle()
      if !daemon { #expect(try await scene.stop() == 0) }
      try await body(scene)
    }
  }

  @Test(arguments: [true, false]) func `remove leaves no trace`(_ daemon: Bool) async throws {
    try await jane(daemon: daemon) { scene in
      let refused = try await scene.tondo("remove", "sales/jane")
      #expect(refused.status == 64)
      #expect(refused.complained.contains("--yes"))
      #expect(scene.root.faults("sales/jane") == [])
      let answer = try await scene.tondo("remove", "sales/jane", "--yes")
      #expect(answer.status == 0)
      for folder in [
        "inbox", "originals", "avatars", "replaced", "failed", ".tondo/staging", ".tondo/requests",
      ] {
        #expect(scene.root.files(folder) == [], "\(folder)")
      }
      #expect(scene.root.traces(of: "jane") == [])
      #expect(try await scene.tondo("remove", "sales/jane", "--yes").status == 66)
    }
  }

  @Test(arguments: [true, false]) func `rename keeps everything under the new name, and makes nothing anew`(
    _ daemon: Bool
  ) async throws {
    try await jane(daemon: daemon) { scene in
      let before = try #require(scene.root.account("sales/jane"))
      let photo = scene.root.read("originals/sales/jane.jpg")
      let answer = try await scene.tondo("rename", "sales/jane", "team/john")
      #expect(answer.status == 0, "\(answer.complained)")
      let after = try #require(scene.root.account("team/john"))
      #expect(after.id == "team/john")
      #expect(after.avatars.map(\.sha256) == before.avatars.map(\.sha256))
      #expect(after.avatars.map(\.file) == ["john-32.jpg", "john-16.png"])
      #expect(after.made == before.made)
      #expect(scene.root.read("originals/team/john.jpg") == photo)
      #expect(scene.root.faults("team/john") == [])
      #expect(scene.root.ids == ["team/john"])
      #expect(scene.root.files("originals") == ["team/john.jpg"])
      if !daemon { try await scene.start() }
      try await scene.settled()
      #expect(scene.count("made in") == 2)
      let other = try #require(scene.root.ids.first { $0 != "team/john" })
      #expect(try await scene.tondo("rename", "team/john", other).status == 73)
      #expect(try await scene.tondo("rename", "nobody", "somebody").status == 66)
      #expect(try await scene.tondo("rename", "team/john", "../john").status == 64)
    }
  }

  @Test(arguments: [true, false]) func `retry makes an id's avatars again`(_ daemon: Bool) async throws {
    try await jane(daemon: daemon) { scene in
      let before = try #require(scene.root.account("sales/jane"))
      #expect(try await scene.tondo("retry", "sales/jane").status == 0)
      if !daemon { try await scene.start() }
      let after = try await scene.made("sales/jane", times: 2)
      #expect(after.avatars == before.avatars)
      #expect(after.made == before.made)
    }
  }

  @Test(arguments: [true, false], ["jane", "--all"]) func `retry brings a failed file back`(
    _ daemon: Bool, _ what: String
  ) async throws {
    try await scene(settings: Scene.settings(more: #""limits":{"side":50}"#)) { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.failed("jane.jpg")
      try scene.root.write("tondo.json", Scene.quick)
      try await scene.stop()
      if daemon { try await scene.start() }
      #expect(try await scene.tondo("retry", what).status == 0)
      if !daemon {
        #expect(scene.root.files("inbox") == ["jane.jpg"])
        try await scene.start()
      }
      try await scene.made("jane")
      #expect(scene.root.files("failed") == [])
    }
  }

  @Test func `retry of an unknown id says so`() async throws {
    try await scene { scene in
      let (unknown, none) = (try await scene.tondo("retry", "nobody"), try await scene.tondo("retry"))
      #expect((unknown.status, none.status) == (66, 64))
    }
  }

  // MARK: Status

  struct Status: Decodable {
    struct Avatar: Decodable {
      var id: String
      var file: String
      var state: String
      var attempts: Int
      var error: String?
    }

    var ready: Int
    var waiting: Int
    var queued: Int
    var processing: Int
    var failed: Int
    var avatars: [Avatar]
  }

  private func status(_ scene: Scene, _ words: [String]) async throws -> Status {
    let answer = try await Spawned.answer(
      ["status", "--json", "--root", scene.root.path] + words, scene.root)
    return try JSONDecoder().decode(Status.self, from: Data(answer.utf8))
  }

  @Test func `status tells counts, and the avatars that were asked for`() async throws {
    try await jane(daemon: true) { scene in
      try scene.root.drop("bad.jpg", "no photo")
      try await scene.failed("bad.jpg")
      try scene.root.drop("later.job.json", "{}")
      try await scene.logged("later.job.json: waiting")
      let plain = try await status(scene, [])
      #expect((plain.ready, plain.waiting, plain.queued, plain.processing, plain.failed) == (1, 1, 0, 0, 1))
      #expect(plain.avatars.isEmpty)
      let asked = try await status(scene, ["sales/jane", "later"])
      #expect(asked.avatars.map(\.state) == ["ready", "waiting"])
      #expect(asked.avatars.first?.file == "originals/sales/jane.jpg")
      let failed = try await status(scene, ["--failed"])
      #expect(failed.avatars.map(\.file) == ["failed/bad.jpg"])
      #expect(failed.avatars.first?.state == "failed")
      #expect(failed.avatars.first?.error?.contains("not a photo") == true)
    }
  }

  @Test func `an id can be ready while a file dropped for it failed`() async throws {
    try await jane(daemon: true) { scene in
      try scene.root.drop("sales/jane.jpg", "no photo")
      try await scene.failed("sales/jane.jpg")
      let both = try await status(scene, ["sales/jane"])
      #expect(both.avatars.map(\.state) == ["ready", "failed"])
    }
  }
}

extension Spawned {
  /// What `tondo` prints.
  static func answer(_ words: [String], _ root: Root) async throws -> String {
    let command = try Spawned("tondo", words.map { Array($0.utf8) }, scratch: root.scratch)
    let status = try await command.ended()
    guard status == 0 else { throw Failed("\(words) ended with \(status): \(command.complained)") }
    return command.said
  }
}
