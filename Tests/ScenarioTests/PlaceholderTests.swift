import Foundation
import Glibc
import Testing

/// Faces for those without a photo: made at once, gone when the photo comes, there again when the manifest says so.
@Suite struct PlaceholderTests {
  /// Jane as a star, waiting for her photo.
  private func star(
    _ job: String = #"{"scale":2,"placeholder":{"symbol":"star"}}"#, settings: String = Scene.quick,
    _ body: (Scene, Account) async throws -> Void
  ) async throws {
    try await scene(settings: settings) { scene in
      try scene.root.drop("jane.job.json", job)
      try await body(scene, scene.made("jane"))
    }
  }

  @Test func `a job makes avatars at once and waits for the photo`() async throws {
    try await star { scene, shown in
      #expect(shown.attributes.scale == 2 && shown.attributes.placeholder == .init(symbol: "star"))
      let text = try #require(scene.root.text("avatars/jane.json"))
      #expect(!text.contains(#""original""#) && !text.contains(#""crop""#))
      #expect(shown.avatars.map(\.file) == ["jane-32.jpg", "jane-16.png"])
      #expect(shown.warnings == [])
      try await scene.settled()
      #expect(scene.root.files("inbox") == ["jane.job.json"])
      let status = try await scene.tondo("status", "jane")
      #expect(status.said.contains("ready") && status.said.contains("waiting"), "\(status.said)")
      #expect(scene.count("jane: made in") == 1)
    }
  }

  @Test func `the photo takes its place, placed by the job, and the job goes`() async throws {
    try await star { scene, before in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      let account = try await scene.made("jane", times: 2)
      #expect(account.attributes == .init(scale: 2, position: .init(x: 0, y: 0)))
      #expect(account.crop == .init(x: 30, y: 50, size: 60))
      #expect(scene.root.account("jane")?.attributes.placeholder == nil)
      #expect(account.avatars.map(\.file) == before.avatars.map(\.file))
      #expect(account.avatars.map(\.sha256) != before.avatars.map(\.sha256))
      try await scene.until("the job is gone") { scene.root.files("inbox") == [] }
      #expect(scene.root.files("replaced") == [])
    }
  }

  @Test func `a photo that fails leaves the placeholder and its job`() async throws {
    try await star { scene, before in
      try scene.root.drop("jane.jpg", "no photo")
      try await scene.failed("jane.jpg")
      try await scene.settled()
      #expect(scene.root.account("jane") == before)
      #expect(scene.root.files("inbox") == ["jane.job.json"])
    }
  }

  @Test func `a manifest goes back to a placeholder, and to the photo again`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      let photo = try await scene.made("jane")
      try scene.root.edit(
        "avatars/jane.json", #""position""#, with: #""placeholder": { "symbol": "heart" }, "position""#)
      let heart = try await scene.made("jane", times: 2)
      #expect(heart.attributes.placeholder == .init(symbol: "heart"))
      #expect(heart.original == photo.original)
      #expect(heart.crop.size == 0)
      #expect(heart.avatars.map(\.sha256) != photo.avatars.map(\.sha256))
      #expect(scene.root.files("originals") == ["jane.jpg"])
      let text = try #require(scene.root.text("avatars/jane.json"))
      let piece = try #require(text.range(of: #", "placeholder": { "symbol": "heart" }"#))
      try scene.root.write("avatars/jane.json", text.replacingCharacters(in: piece, with: ""))
      let again = try await scene.made("jane", times: 3)
      #expect(again.avatars == photo.avatars)
      #expect((again.made, again.crop) == (photo.made, photo.crop))
    }
  }

  @Test func `a deleted avatar and a deleted manifest come back`() async throws {
    try await star { scene, before in
      try scene.root.remove("avatars/jane-32.jpg")
      // Perhaps in another second.
      let healed = try await scene.made("jane", times: 2)
      #expect(healed.avatars == before.avatars)
      try scene.root.remove("avatars/jane.json")
      try await scene.until("the manifest is back") { scene.root.account("jane") == healed }
    }
  }

  @Test func `nothing is made again after a restart, with or without the ledger`() async throws {
    try await star { scene, before in
      try scene.root.drop("john.job.json", #"{"placeholder":{}}"#)
      try await scene.made("john")
      let written = scene.root.written
      for loses in [false, true] {
        try await scene.stop()
        if loses { try scene.root.remove(".tondo") }
        try await scene.start()
        try await scene.settled()
        #expect(scene.root.written.filter { !$0.hasPrefix("barrier") } == written)
        #expect(scene.root.files("inbox") == ["jane.job.json", "john.job.json"])
      }
      #expect(scene.count("jane: made in") == 1)
    }
  }

  @Test func `another default look in the settings draws what leaves it to them`() async throws {
    try await star(#"{"placeholder":{}}"#) { scene, before in
      try scene.root.drop("john.job.json", #"{"placeholder":{"symbol":"leaf","colors":["systemGreen"]}}"#)
      try await scene.made("john")
      try scene.root.write(
        "tondo.json", Scene.settings(more: #""placeholder":{"symbol":"camera","colors":["white"]}"#))
      try await scene.stop()
      try await scene.start()
      let after = try await scene.made("jane", times: 2)
      #expect(after.attributes.placeholder == .init())
      #expect(after.avatars.map(\.sha256) != before.avatars.map(\.sha256))
      try await scene.settled()
      #expect(scene.count("john: made in") == 1)
    }
  }

  @Test func `remove leaves no trace, and rename moves all`() async throws {
    try await star(#"{"placeholder":{"initials":"JD","colors":["navy"]}}"#) { scene, before in
      #expect(try await scene.tondo("rename", "jane", "sales/bob").status == 0)
      try await scene.settled()
      let bob = try #require(scene.root.account("sales/bob"))
      #expect(bob.avatars.map(\.sha256) == before.avatars.map(\.sha256))
      #expect(bob.attributes == before.attributes)
      #expect(scene.root.files("inbox") == [])
      #expect(scene.root.files("avatars").filter { $0.hasPrefix("jane") } == [])
      try scene.root.drop("sales/bob.job.json", #"{"remove":true}"#)
      try await scene.logged("sales/bob: removed")
      #expect(scene.root.traces(of: "bob") == [])
    }
  }

  @Test func `a photo of the administrator's may stand in`() async throws {
    try await scene { scene in
      try scene.root.write("placeholders/office/avatar.jpg", Picture.jpeg())
      try scene.root.drop("john.jpg", Picture.jpeg())
      let photo = try await scene.made("john")
      try scene.root.drop("jane.job.json", #"{"placeholder":{"image":"office/avatar.jpg"}}"#)
      let shown = try await scene.made("jane")
      #expect(shown.avatars.map(\.sha256) == photo.avatars.map(\.sha256))
      #expect(shown.original.file.isEmpty)
      #expect(scene.root.files("placeholders") == ["office/avatar.jpg"])
      try await scene.settled()
      #expect(scene.count("jane: made in") == 1)
    }
  }

  @Test(arguments: ["missing.png", "link.png", "note.txt"])
  func `one that cannot be used sets the job aside, and what was there stays`(_ name: String) async throws {
    try await star { scene, before in
      try scene.root.write("placeholders/note.txt", "no photo")
      try scene.root.write("secret.png", Picture.fresh())
      try FileManager.default.createSymbolicLink(
        atPath: scene.root.absolute("placeholders/link.png"), withDestinationPath: "../secret.png")
      for id in ["john", "jane"] {
        try scene.root.drop("\(id).job.json", #"{"placeholder":{"image":"\#(name)"}}"#)
        let reason = try await scene.failed("\(id).job.json")
        #expect(reason.contains("placeholders/\(name)"), "\(reason)")
        #expect(reason.contains("Put a photo there, and no link to one") == (name != "note.txt"), "\(reason)")
      }
      try await scene.settled()
      #expect(scene.root.account("jane") == before)
      #expect(scene.root.account("john") == nil)
      try await scene.status("0 queued, 0 processing, 2 failed")
    }
  }

  @Test func `workers that draw start when they are needed, and are confined`() async throws {
    try await scene { scene in
      try scene.root.drop("john.jpg", Picture.jpeg())
      try await scene.made("john")
      let before = try Set(Proc.workers(scene))
      try scene.root.drop("jane.job.json", #"{"placeholder":{"initials":"JD"}}"#)
      try await scene.made("jane")
      let drawing = try Set(Proc.workers(scene)).subtracting(before)
      #expect(before.count == 1 && drawing.count == 1)
      // A filter, and no new privileges.
      for thread in drawing.flatMap(Proc.confinement) { #expect(thread == [2, 1]) }
    }
  }

  @Test func `a root of placeholders alone is no lost mount`() async throws {
    try await scene { scene in
      for id in ["jane", "john", "zoe"] {
        try scene.root.drop("\(id).job.json", #"{"placeholder":{"from":"id"}}"#)
        try await scene.made(id)
      }
      try await scene.stop()
      try await scene.start()
      try scene.root.remove("avatars/zoe-32.jpg")
      try await scene.made("zoe", times: 2)
      #expect(scene.count("paused") == 0)
    }
  }

  @Test func `a kill at any time leaves the old set or the new one`() async throws {
    try await star { scene, _ in
      for turn in 1...3 {
        let symbol = ["heart", "leaf", "house"][turn - 1]
        try scene.root.drop("jane.job.json", #"{"placeholder":{"symbol":"\#(symbol)"}}"#)
        try await Task.sleep(for: .milliseconds(150 + 90 * turn))
        scene.daemon?.send(SIGKILL)
        _ = try await scene.daemon?.ended(within: 30)
        try await scene.start()
        try await scene.until("jane is a \(symbol)") {
          scene.root.account("jane")?.attributes.placeholder?.symbol == symbol
        }
        try await scene.idle()
        #expect(scene.root.faults("jane") == [])
        #expect(scene.root.files("inbox") == ["jane.job.json"])
        #expect(scene.root.files("avatars") == ["jane-16.png", "jane-32.jpg", "jane.json"])
      }
    }
  }

  @Test(arguments: [
    (#"{"placeholder":{"symbol":"persom"}}"#, "1:26", #"Did you mean "person"?"#),
    (#"{"placeholder":{"symbol":"star","initials":"A"}}"#, "1:17", "cannot stand beside"),
    (#"{"placeholder":{"initials":"ABCD"}}"#, "1:28", "1 to 3 letters"),
    (#"{"placeholder":{"colors":[]}}"#, "1:26", "1 to 3"),
    (#"{"placeholder":{"colors":["systemBlu"]}}"#, "1:27", "systemBlue"),
    (#"{"placeholder":{"symbol":"star","size":1}}"#, "1:33", "not known here"),
  ])
  func `a bad placeholder goes to failed with the place`(
    _ text: String, _ place: String, _ hint: String
  ) async throws {
    try await scene { scene in
      try scene.root.drop("jane.job.json", text)
      let reason = try await scene.failed("jane.job.json")
      #expect(reason.contains("jane.job.json:\(place)"), "\(reason)")
      #expect(reason.contains(hint), "\(reason)")
      #expect(scene.root.files("avatars") == [])
    }
  }
}
