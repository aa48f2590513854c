import Foundation
import Glibc
import Testing

/// Names of every kind.
@Suite struct NameTests {
  @Test(arguments: [
    "jane doe", "it's \"jane\"", "[jane] {1} (2) *?", "jane\nmarple", "-rf", "--help", "ja\u{1F600}ne",
    "j\u{E4}ne",
    "ja\u{308}ne", "50%, $HOME & `id`; #x", "jane.final.v2", "\u{202E}enaj", "null", "a\\b",
  ])
  func `a photo may be called`(_ name: String) async throws {
    try await scene { scene in
      let photo = try Picture.jpeg()
      try scene.root.drop("team \(name)/\(name).jpg", photo)
      let id = "team \(name)/\(name)"
      try await scene.until("the manifest is there") { scene.root.account(id) != nil }
      #expect(scene.root.faults(id) == [])
      #expect(scene.root.account(id)?.original.file == "originals/\(id).jpg")
      try scene.root.drop("team \(name)/\(name).job.json", #"{"scale":2}"#)
      try await scene.until("the job is done") { scene.root.account(id)?.attributes.scale == 2 }
      try scene.root.edit("avatars/\(id).json", #""scale": 2"#, with: #""scale": 3"#)
      try await scene.until("the edit is done") { scene.root.account(id)?.crop.size == 40 }
      #expect(scene.root.faults(id) == [])
    }
  }

  @Test func `two spellings of one letter are two ids`() async throws {
    try await scene { scene in
      try scene.root.drop("j\u{E4}ne.png", Picture.fresh())
      try scene.root.drop("ja\u{308}ne.png", Picture.fresh())
      try await scene.until("both are there") { scene.root.names("avatars").count == 6 }
    }
  }

  @Test func `a name of 230 bytes is taken, and one of 231 is not`() async throws {
    try await scene { scene in
      let long = String(repeating: "n", count: 230)
      try scene.root.drop("\(long).jpg", Picture.jpeg())
      try await scene.made(long)
      try scene.root.drop("\(long)n.jpg", Picture.jpeg())
      #expect(try await scene.failed("\(long)n.jpg").contains("230"))
    }
  }

  @Test func `the longest name that fails has a reason, too`() async throws {
    try await scene { scene in
      let name = String(repeating: "n", count: 251) + ".jpg"
      try scene.root.drop(name, Picture.jpeg())
      try await scene.until("it has failed") { scene.root.has("failed/\(name)") }
      try await scene.until("its reason is there") { scene.root.files("failed").count == 2 }
    }
  }

  @Test func `a name that is no UTF-8 goes to failed as it is, and is escaped for people`() async throws {
    try await scene { scene in
      let name: [UInt8] = Array("j\u{E4}ne".utf8.prefix(2)) + Array(".jpg".utf8)
      let photo = try Picture.jpeg()
      try scene.root.write("away", photo)
      let inbox = Array(scene.root.absolute("inbox/").utf8) + name
      try check(rename(scene.root.absolute("away"), inbox.map(CChar.init(bitPattern:)) + [0]), "rename")
      try await scene.logged(#"inbox/j\xC3.jpg: moved to failed/"#)
      let failed = Array(scene.root.absolute("failed/").utf8) + name
      var state = stat()
      #expect(lstat(failed.map(CChar.init(bitPattern:)) + [0], &state) == 0)
      #expect(state.st_size == off_t(photo.count))
    }
  }

  @Test(arguments: [
    ".hidden.jpg", "~$jane.jpg", "jane.jpg~", "jane.jpg.tmp", "jane.jpg.part", "jane.jpg.partial",
    "jane.jpg.crdownload", "jane.jpg.filepart", "jane.jpg.tacitpart", ".jane.jpg.swp", "jane.jpg.swp", "4913",
    "Thumbs.db", "desktop.ini", "@eaDir/jane.jpg", "#recycle/jane.jpg", "__MACOSX/jane.jpg",
    "lost+found/jane.jpg",
    ".cache/jane.jpg",
  ])
  func `an ignored name is left alone, and a rename to a wanted one is an arrival`(_ name: String)
    async throws
  {
    try await scene { scene in
      try scene.root.drop(name, Picture.jpeg())
      try await scene.settled()
      #expect(scene.root.has("inbox/\(name)"))
      #expect(scene.root.files("failed") == [])
      try scene.root.move("inbox/\(name)", "inbox/wanted.jpg")
      try await scene.made("wanted")
    }
  }

  @Test func `a folder with the name of a manifest fails its photo only`() async throws {
    try await scene { scene in
      try scene.root.makeFolder("avatars/jane.json")
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try scene.root.drop("john.jpg", Picture.jpeg())
      try await scene.made("john")
      try await scene.until("jane is told of") {
        scene.root.has("failed/jane.jpg") || scene.root.has("avatars/jane.error.txt")
      }
      try await scene.settled()
      #expect(scene.count("paused") == 0)
    }
  }

  @Test func `a photo with the name of a folder of photos fails alone`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg/one.jpg", Picture.jpeg())
      try await scene.made("jane.jpg/one")
      // The original would have to lie where the folder is.
      try scene.root.remove("inbox/jane.jpg")
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.failed("jane.jpg")
      try await scene.settled()
      #expect(scene.root.faults("jane.jpg/one") == [])
      #expect(scene.count("paused") == 0)
    }
  }

  @Test func `a folder of photos with the name of a photo fails alone`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      try scene.root.drop("jane.jpg/one.jpg", Picture.jpeg())
      try await scene.failed("jane.jpg/one.jpg")
      try await scene.settled()
      #expect(scene.root.faults("jane") == [])
      #expect(scene.count("paused") == 0)
    }
  }

  @Test(arguments: ["jane-32.jpg", "jane-16.png"])
  func `a folder with the name of an avatar fails its photo only`(
    _ name: String
  ) async throws {
    try await scene { scene in
      try scene.root.makeFolder("avatars/\(name)/deep")
      try scene.root.drop("jane.jpg", Picture.jpeg())
      #expect(try await scene.failed("jane.jpg").contains("avatars/\(name)"))
      try await scene.settled()
      #expect(scene.root.files("originals").count == 1)
      #expect(scene.count("paused") == 0)
    }
  }

  @Test func `a photo without an extension is taken`() async throws {
    try await scene { scene in
      try scene.root.drop("jane", Picture.jpeg())
      #expect(try await scene.made("jane").original.file == "originals/jane")
    }
  }
}
