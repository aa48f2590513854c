import Foundation
import Testing

/// What people do to manifests.
@Suite struct EditTests {
  /// A scene with an avatar of a JPEG at scale 1.
  private func jane(_ settings: String = Scene.quick, _ body: (Scene, Account) async throws -> Void)
    async throws
  {
    try await scene(settings: settings) { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await body(scene, scene.made("jane"))
    }
  }

  @Test func `an edit of the attributes makes the avatars again`() async throws {
    try await jane { scene, before in
      try scene.root.edit("avatars/jane.json", #""scale": 1"#, with: #""scale": 2"#)
      let after = try await scene.made("jane", times: 2)
      #expect(after.attributes.scale == 2)
      #expect(after.crop == .init(x: 30, y: 50, size: 60))
      #expect(after.original == before.original)
      #expect(after.made != before.made)
      #expect(after.warnings.filter { $0.contains("account") } == [])
    }
  }

  @Test func `an edit by renaming another file over it counts, too`() async throws {
    try await jane { scene, _ in
      let text = try #require(scene.root.text("avatars/jane.json"))
      try scene.root.write(
        "avatars/.jane.json.swp~", text.replacingOccurrences(of: #""scale": 1"#, with: #""scale": 2"#))
      try scene.root.move("avatars/.jane.json.swp~", "avatars/jane.json")
      #expect(try await scene.made("jane", times: 2).attributes.scale == 2)
      #expect(scene.root.files("avatars").count == 3)
    }
  }

  @Test func `a person may write only the attributes, with comments`() async throws {
    try await jane { scene, before in
      try scene.root.write("avatars/jane.json", "// closer\n{ \"attributes\": { \"scale\": 2, }, }\n")
      let after = try await scene.made("jane", times: 2)
      #expect(after.attributes.scale == 2)
      #expect(after.original == before.original)
    }
  }

  @Test func `a writer that empties the manifest and takes its time has the last word`() async throws {
    try await jane { scene, before in
      let text = try #require(scene.root.text("avatars/jane.json"))
      let file = try #require(fopen(scene.root.absolute("avatars/jane.json"), "w"))
      // Longer than `settle`, so that the empty manifest would be written again.
      try await Task.sleep(for: .seconds(1))
      fputs(text.replacingOccurrences(of: #""scale": 1"#, with: #""scale": 2"#), file)
      fclose(file)
      #expect(try await scene.made("jane", times: 2).attributes.scale == 2)
      #expect(scene.count("manifest written again") == 0)
    }
  }

  @Test func `a broken edit leaves avatars and text as they are, until it is mended`() async throws {
    try await jane { scene, before in
      let avatar = scene.root.sha256("avatars/jane-32.jpg")
      let good = try #require(scene.root.text("avatars/jane.json"))
      let broken = good.replacingOccurrences(of: #""scale": 1,"#, with: #""scale": 2"#)
      try scene.root.write("avatars/jane.json", broken)
      try await scene.until("the reason lies there") { scene.root.has("avatars/jane.error.txt") }
      #expect(scene.root.text("avatars/jane.error.txt")?.contains(#/jane\.json:\d+:\d+: /#) == true)
      #expect(scene.root.text("avatars/jane.json") == broken)
      #expect(scene.root.sha256("avatars/jane-32.jpg") == avatar)
      #expect(try await scene.tondo("status", "jane").said.contains("failed"))
      try scene.root.write(
        "avatars/jane.json", good.replacingOccurrences(of: #""scale": 1,"#, with: #""scale": 2,"#))
      #expect(try await scene.made("jane", times: 2).attributes.scale == 2)
      #expect(!scene.root.has("avatars/jane.error.txt"))
      #expect(try await scene.tondo("status", "jane").said.contains("ready"))
    }
  }

  @Test func `a broken edit that is taken back is mended without work`() async throws {
    try await jane { scene, before in
      let good = try #require(scene.root.text("avatars/jane.json"))
      try scene.root.write("avatars/jane.json", "{")
      try await scene.until("the reason lies there") { scene.root.has("avatars/jane.error.txt") }
      try scene.root.write("avatars/jane.json", good)
      try await scene.until("the reason is gone") { !scene.root.has("avatars/jane.error.txt") }
      try await scene.settled()
      #expect(scene.count("jane: made in") == 1)
      #expect(scene.root.account("jane") == before)
      #expect(try await scene.tondo("status", "jane").said.contains("ready"))
    }
  }

  @Test(arguments: [
    #""scale": 0"#, #""scale": 1e300"#, #""scala": 2"#, #""scale": 2, "crop": {"x":0,"y":0,"size":9}"#,
  ])
  func `an edit with a wrong value is refused with the place`(_ text: String) async throws {
    try await jane { scene, before in
      try scene.root.edit("avatars/jane.json", #""scale": 1"#, with: text)
      try await scene.until("the reason lies there") { scene.root.has("avatars/jane.error.txt") }
      #expect(scene.root.text("avatars/jane.error.txt")?.contains(#/jane\.json:\d+:\d+: /#) == true)
      #expect(scene.root.text("avatars/jane.json")?.contains(text) == true)
      #expect(scene.count("jane: made in") == 1)
    }
  }

  @Test func `deleting an unreadable manifest brings the last good one back`() async throws {
    try await jane { scene, before in
      try scene.root.write("avatars/jane.json", "{ nonsense")
      try await scene.until("the reason lies there") { scene.root.has("avatars/jane.error.txt") }
      try scene.root.remove("avatars/jane.json")
      try await scene.until("the manifest is back") { scene.root.account("jane") == before }
      try await scene.until("the reason is gone") { !scene.root.has("avatars/jane.error.txt") }
      try await scene.settled()
      #expect(scene.count("jane: made in") == 1)
    }
  }

  @Test func `a change to Tondo's own part is put right with a warning`() async throws {
    try await jane { scene, before in
      let other = #""size": \#(before.crop.size - 1)"#
      try scene.root.edit("avatars/jane.json", #""size": \#(before.crop.size)"#, with: other)
      try await scene.until("a warning tells") { scene.root.account("jane")?.warnings.isEmpty == false }
      let after = try #require(scene.root.account("jane"))
      #expect(after.crop == before.crop)
      #expect(after.warnings.contains { $0.contains("crop") && $0.contains("attributes.") })
      try await scene.settled()
      #expect(scene.count("jane: made in") == 1)
      #expect(scene.root.faults("jane") == [])
    }
  }

  @Test func `a text with the old content in other words makes no work`() async throws {
    try await jane { scene, before in
      let text = try #require(scene.root.text("avatars/jane.json"))
      try scene.root.write("avatars/jane.json", text + "\n\n")
      try await scene.settled()
      #expect(scene.root.account("jane") == before)
      #expect(scene.count("jane: made in") == 1)
    }
  }

  @Test func `an edit that restores the old content makes no work`() async throws {
    try await jane { scene, before in
      let text = try #require(scene.root.text("avatars/jane.json"))
      try scene.root.edit("avatars/jane.json", #""scale": 1"#, with: #""scale": 2"#)
      try scene.root.write("avatars/jane.json", text)
      try await scene.settled()
      #expect(scene.root.text("avatars/jane.json") == text)
      #expect(scene.count("jane: made in") == 1)
    }
  }

  @Test func `of two edits quickly one after the other the last one wins`() async throws {
    try await jane { scene, before in
      for scale in 2...6 {
        try scene.root.edit("avatars/jane.json", #""scale": \#(scale - 1)"#, with: #""scale": \#(scale)"#)
        try await Task.sleep(for: .milliseconds(30))
      }
      try await scene.until("the last scale is made") { scene.root.account("jane")?.crop.size == 20 }
      try await scene.settled()
      #expect(scene.root.account("jane")?.attributes.scale == 6)
      #expect(scene.root.faults("jane") == [])
    }
  }

  @Test func `an edit made while the avatars are being made wins`() async throws {
    // Slow enough that the edit falls into the run.
    let slow = Scene.settings(outputs: #"[{"size":3000,"format":"avif"}]"#)
    try await jane(slow) { scene, before in
      try scene.root.edit("avatars/jane.json", #""scale": 1"#, with: #""scale": 2"#)
      try await scene.until("a worker is at it") { try Proc.isBusy(scene) }
      try scene.root.edit("avatars/jane.json", #""scale": 2"#, with: #""scale": 3"#)
      try await scene.until("the later edit is made") { scene.root.account("jane")?.crop.size == 40 }
      try await scene.settled()
      #expect(scene.root.account("jane")?.attributes.scale == 3)
      #expect(scene.root.faults("jane") == [])
    }
  }

  @Test func `a manifest copied under a name without an original gets a reason`() async throws {
    try await jane { scene, before in
      let text = try #require(scene.root.text("avatars/jane.json"))
      try scene.root.write("avatars/john.json", text)
      try await scene.until("the reason lies there") { scene.root.has("avatars/john.error.txt") }
      #expect(scene.root.text("avatars/john.json") == text)
      try scene.root.remove("avatars/john.json")
      try await scene.until("the reason is gone") { !scene.root.has("avatars/john.error.txt") }
      #expect(scene.root.account("jane") == before)
    }
  }

  @Test func `a manifest copied over that of another id counts for that id`() async throws {
    try await jane { scene, before in
      try scene.root.drop("john.png", Picture.fresh())
      let john = try await scene.made("john")
      let text = try #require(scene.root.text("avatars/jane.json"))
      try scene.root.write(
        "avatars/john.json", text.replacingOccurrences(of: #""scale": 1"#, with: #""scale": 2"#))
      let after = try await scene.made("john", times: 2)
      #expect(after.id == "john")
      #expect(after.attributes.scale == 2)
      #expect(after.original == john.original)
    }
  }
}
