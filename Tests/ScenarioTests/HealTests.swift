import Digest
import Foundation
import Glibc
import Testing

/// What goes missing or is spoiled comes back.
@Suite struct HealTests {
  private func jane(_ body: (Scene, Account) async throws -> Void) async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await body(scene, scene.made("jane"))
    }
  }

  @Test func `a removed avatar comes back`() async throws {
    try await jane { scene, before in
      try scene.root.remove("avatars/jane-16.png")
      let after = try await scene.made("jane", times: 2)
      #expect(after.avatars == before.avatars)
      #expect(after.made == before.made)
    }
  }

  @Test func `a changed avatar comes back`() async throws {
    try await jane { scene, before in
      try scene.root.write("avatars/jane-32.jpg", "spoiled")
      #expect(try await scene.made("jane", times: 2).avatars == before.avatars)
    }
  }

  @Test func `an avatar that was only touched makes no work`() async throws {
    try await jane { scene, before in
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1e9)],
        ofItemAtPath: scene.root.absolute("avatars/jane-32.jpg"))
      try await scene.settled()
      #expect(scene.count("jane: made in") == 1)
    }
  }

  @Test(arguments: ["deleted", "emptied"]) func `a manifest comes back that was`(_ what: String) async throws
  {
    try await jane { scene, before in
      if what == "deleted" {
        try scene.root.remove("avatars/jane.json")
      } else {
        try scene.root.write("avatars/jane.json", "")
      }
      try await scene.until("the manifest is back") { scene.root.account("jane") == before }
      try await scene.settled()
      #expect(scene.count("jane: made in") == 1)
      #expect(scene.root.faults("jane") == [])
    }
  }

  @Test func `all avatars and the manifest deleted while Tondo was down come back`() async throws {
    try await jane { scene, before in
      try await scene.stop()
      for name in scene.root.files("avatars") { try scene.root.remove("avatars/\(name)") }
      try await scene.start()
      try await scene.made("jane", times: 2)
      #expect(scene.root.account("jane")?.avatars == before.avatars)
      #expect(scene.root.account("jane")?.attributes == before.attributes)
    }
  }

  // MARK: Originals

  @Test func `an original changed in place is made anew, with the attributes kept`() async throws {
    try await jane { scene, before in
      try scene.root.edit("avatars/jane.json", #""scale": 1"#, with: #""scale": 2"#)
      try await scene.made("jane", times: 2)
      let other = try Picture.jpeg()
      try scene.root.write("originals/jane.jpg", other)
      let after = try await scene.made("jane", times: 3)
      #expect(after.original.sha256 == SHA256.of(other))
      #expect(after.attributes.scale == 2)
    }
  }

  @Test func `an original that was only touched makes no work`() async throws {
    try await jane { scene, before in
      let bytes = try #require(scene.root.read("originals/jane.jpg"))
      try scene.root.write("originals/jane.jpg", bytes)
      try await scene.settled()
      #expect(scene.count("jane: made in") == 1)
      #expect(scene.root.account("jane") == before)
      #expect(scene.root.files("originals").contains("jane.jpg"))
    }
  }

  @Test func `a missing original is told, the avatars stay, and putting it back mends it`() async throws {
    try await jane { scene, before in
      try scene.root.move("originals/jane.jpg", "jane.away")
      try await scene.until("the reason lies there") { scene.root.has("avatars/jane.error.txt") }
      #expect(scene.root.text("avatars/jane.error.txt")?.contains("originals/jane.jpg") == true)
      #expect(try await scene.tondo("status", "jane", "--json").said.contains(#""state": "failed""#))
      #expect(scene.root.faults("jane") == ["jane: originals/jane.jpg differs"])
      try scene.root.move("jane.away", "originals/jane.jpg")
      try await scene.until("the reason is gone") { !scene.root.has("avatars/jane.error.txt") }
      try await scene.idle()
      #expect(try await scene.tondo("status", "jane", "--json").said.contains(#""state": "ready""#))
      #expect(scene.root.account("jane") == before)
      #expect(scene.count("jane: made in") == 1)
    }
  }

  @Test func `a missing original may also be dropped again`() async throws {
    try await jane { scene, before in
      let bytes = try #require(scene.root.read("originals/jane.jpg"))
      try scene.root.remove("originals/jane.jpg")
      try await scene.until("the reason lies there") { scene.root.has("avatars/jane.error.txt") }
      try scene.root.drop("jane.jpg", bytes)
      try await scene.until("the original is back") { scene.root.has("originals/jane.jpg") }
      try await scene.until("the reason is gone") { !scene.root.has("avatars/jane.error.txt") }
      try await scene.idle()
      #expect(scene.root.faults("jane") == [])
      #expect(scene.root.files("inbox") == [])
    }
  }

  @Test func `an original put into originals by hand is like a drop`() async throws {
    try await scene { scene in
      let photo = try Picture.jpeg()
      try scene.root.write("originals/sales/jane.jpg", photo)
      let account = try await scene.made("sales/jane")
      #expect(account.original.sha256 == SHA256.of(photo))
      #expect(scene.root.read("originals/sales/jane.jpg") == photo)
    }
  }

  @Test func `another original of the id put into originals replaces it, with the attributes kept`()
    async throws
  {
    try await jane { scene, before in
      try scene.root.edit("avatars/jane.json", #""scale": 1"#, with: #""scale": 2"#)
      try await scene.made("jane", times: 2)
      try scene.root.write("originals/jane.png", Picture.fresh())
      let after = try await scene.made("jane", times: 3)
      #expect(after.original.file == "originals/jane.png")
      #expect(after.attributes.scale == 2)
      #expect(scene.root.files("originals") == ["jane.png"])
      #expect(scene.root.files("replaced").count == 1)
    }
  }

  @Test func `an original changed in place into no photo does not cost the avatars`() async throws {
    try await jane { scene, before in
      let avatar = scene.root.sha256("avatars/jane-32.jpg")
      try scene.root.write("originals/jane.jpg", "no photo any more")
      try await scene.logged("moved to failed/")
      try await scene.settled()
      #expect(scene.root.sha256("avatars/jane-32.jpg") == avatar)
      #expect(scene.root.text("failed/jane.jpg") == "no photo any more")
      #expect(try await scene.tondo("status", "jane", "--json").said.contains(#""state": "failed""#))
    }
  }

  @Test func `a link put into originals stops nobody, and is never followed`() async throws {
    try await scene { scene in
      try scene.root.write("elsewhere.jpg", Picture.jpeg())
      let target = scene.root.absolute("elsewhere.jpg")
      try scene.root.makeFolder("originals")
      try check(symlink(target, scene.root.absolute("originals/jane.jpg")), "symlink")
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try scene.root.drop("john.jpg", Picture.jpeg())
      try await scene.made("john")
      try await scene.until("jane is taken, or refused") { scene.root.files("inbox") == [] }
      try await scene.settled()
      #expect(scene.count("paused") == 0)
      #expect(scene.root.has("elsewhere.jpg"))
    }
  }
}
