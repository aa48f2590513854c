import Foundation
import Glibc
import Testing

/// Settings at start, and new ones later.
@Suite struct SettingsTests {
  @Test(arguments: [
    (#"{"outputs":[{"size":0,"format":"jpeg"}]}"#, "1:21", "4096"), (#"{"setle":1}"#, "1:2", "settle"),
    ("{\n  \"workers\": -1\n}", "2:14", "256"), ("{", "1:2", ""),
    (#"{"outputs":[{"size":9,"format":"png"},{"size":9,"format":"png"}]}"#, "1:", "same file"),
  ])
  func `bad settings end the daemon with what and where`(_ text: String, _ place: String, _ hint: String)
    async throws
  {
    try await scene(settings: text, daemon: false) { scene in
      let daemon = try scene.launch()
      #expect(try await daemon.ended() == 78)
      #expect(daemon.complained.contains("tondo.json:\(place)"))
      #expect(hint.isEmpty || daemon.complained.contains(hint))
    }
  }

  @Test func `a settings file that is named must be there`() async throws {
    try await scene(daemon: false) { scene in
      let status = try await scene.launch("--config", scene.root.path + "/none.json").ended()
      #expect(status == 78)
    }
  }

  private static let other = Scene.settings(
    outputs: #"[{"size":16,"format":"png"},{"size":24,"format":"webp"}]"#)

  @Test func `outputs that settings add are made, and those they drop go`() async throws {
    try await scene { scene in
      for name in ["jane", "john"] { try scene.root.drop("\(name).jpg", Picture.jpeg()) }
      try await scene.made("jane")
      try await scene.made("john")
      try scene.root.write("tondo.json", Self.other)
      try await scene.logged("reload (SIGHUP)")
      scene.daemon?.send(SIGHUP)
      try await scene.logged("new settings in force")
      for name in ["jane", "john"] {
        #expect(
          try await scene.made(name, times: 2).avatars.map(\.file) == ["\(name)-16.png", "\(name)-24.webp"])
      }
      #expect(scene.root.files("avatars").count == 6)
    }
  }

  @Test func `reload puts new settings in force, and says where they are bad`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      let same = try await scene.tondo("reload")
      #expect(same.status == 0 && same.said == "settings read again: nothing new\n")
      try scene.root.write("tondo.json", Self.other)
      let good = try await scene.tondo("reload")
      #expect(good.status == 0 && good.said == "new settings in force\n")
      try await scene.made("jane", times: 2)
      try scene.root.write("tondo.json", #"{"setle":1}"#)
      let bad = try await scene.tondo("reload")
      #expect(bad.status == 78 && bad.complained.contains("tondo.json:1:2"), "\(bad)")
      #expect(scene.daemon?.exitStatus == nil)
    }
  }

  @Test func `reload has nobody to tell where there is no daemon`() async throws {
    try await scene(daemon: false) { scene in
      let answer = try await scene.tondo("reload")
      #expect(answer.status == 69 && answer.complained.contains("no daemon works on \(scene.root.path)"))
    }
  }

  @Test func `changed settings are not applied by themselves`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      let before = try await scene.made("jane")
      try scene.root.write("tondo.json", Self.other)
      try await scene.logged("reload (SIGHUP)")
      try await scene.settled()
      #expect(scene.root.account("jane") == before)
    }
  }

  @Test func `bad new settings change nothing`() async throws {
    try await scene { scene in
      try scene.root.write("tondo.json", #"{"settle":-1}"#)
      try await scene.logged("the settings are bad")
      scene.daemon?.send(SIGHUP)
      try await scene.logged("the settings are bad", times: 2)
      try scene.root.drop("jane.jpg", Picture.jpeg())
      #expect(try await scene.made("jane").avatars.map(\.file) == ["jane-32.jpg", "jane-16.png"])
      try scene.root.write("tondo.json", Self.other)
      scene.daemon?.send(SIGHUP)
      try await scene.made("jane", times: 2)
    }
  }

  @Test func `settings changed while Tondo was down are back-filled`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      try await scene.stop()
      try scene.root.write("tondo.json", Self.other)
      try await scene.start()
      #expect(try await scene.made("jane", times: 2).avatars.map(\.file) == ["jane-16.png", "jane-24.webp"])
      #expect(scene.root.files("avatars").count == 3)
    }
  }

  @Test func `outputs dropped while ledger and daemon were away go, too`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      try await scene.stop()
      try scene.root.remove(".tondo")
      try scene.root.write("tondo.json", Self.other)
      try await scene.start()
      try await scene.made("jane", times: 2)
      #expect(scene.root.files("avatars") == ["jane-16.png", "jane-24.webp", "jane.json"])
    }
  }

  @Test func `a placement that the settings change leaves what was placed`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      let before = try await scene.made("jane")
      try scene.root.write("tondo.json", Scene.settings(more: #""placement":"attention""#))
      scene.daemon?.send(SIGHUP)
      try await scene.logged("new settings in force")
      try await scene.settled()
      #expect(scene.root.account("jane") == before)
      #expect(scene.count("jane: made in") == 1)
    }
  }

  @Test func `of the outputs that are dropped only those go that Tondo wrote`() async throws {
    try await scene { scene in
      for name in ["touched", "taken"] { try scene.root.drop("\(name).jpg", Picture.jpeg()) }
      for name in ["touched", "taken"] { try await scene.made(name) }
      try await scene.stop()
      let bytes = try #require(scene.root.read("avatars/touched-32.jpg"))
      try scene.root.write("avatars/touched-32.jpg", bytes)
      try scene.root.write("avatars/taken-32.jpg", "a person's own")
      try scene.root.write("tondo.json", Self.other)
      try await scene.start()
      for name in ["touched", "taken"] { try await scene.made(name, times: 2) }
      try await scene.swept()
      #expect(!scene.root.has("avatars/touched-32.jpg"))
      #expect(scene.root.text("avatars/taken-32.jpg") == "a person's own")
    }
  }

  @Test func `what new settings ask for is made in the background: new photos go first`() async throws {
    let slow = Scene.settings(outputs: #"[{"size":700,"format":"avif"}]"#)
    try await scene { scene in
      let names = (0..<12).map { "old\($0)" }
      for name in names { try scene.root.drop("\(name).jpg", Picture.jpeg()) }
      for name in names { try await scene.made(name) }
      try scene.root.write("tondo.json", slow)
      scene.daemon?.send(SIGHUP)
      try await scene.logged("(settings)")
      try scene.root.drop("new.jpg", Picture.jpeg())
      try await scene.made("new")
      #expect(scene.count("(settings)") < names.count)
      try await scene.logged("(settings)", times: names.count)
      #expect(scene.root.ids.flatMap(scene.root.faults) == [])
      #expect(scene.root.files("avatars").count == 2 * (names.count + 1))
    }
  }
}
