import Files
import Model
import Scratch
import Testing

@testable import Publishing

@Suite("Failed files")
struct FailedTests {
  let scratch: Scratch
  let keeper: Keeper

  init() throws {
    scratch = try Scratch()
    keeper = Keeper(root: scratch.root)
  }

  private func setAside(_ name: String, _ why: String = "why", _ stamp: String = stamp) throws -> String? {
    try keeper.setAside(path(name), because: why, stamp: stamp)?.shown
  }

  @Test("lie under their own path, with their reason beside them")
  func aside() throws {
    try scratch.write("inbox/sales/jane.jpg", "photo")
    #expect(try setAside("inbox/sales/jane.jpg") == "failed/sales/jane.jpg")
    #expect(
      scratch.contents(of: ["inbox", "failed", ".tondo"]) == [
        "failed/sales/jane.jpg": "photo", "failed/sales/jane.jpg.error.txt": "why",
      ])
    #expect(scratch.mode("failed/sales") == 0o2770)
    #expect(scratch.mode("failed/sales/jane.jpg.error.txt") == 0o664)
  }

  @Test("are told apart from what is gone already")
  func gone() throws {
    #expect(try setAside("inbox/jane.jpg") == nil)
    try scratch.makeFolder("inbox/jane.jpg")
    #expect(try setAside("inbox/jane.jpg") == nil)
    #expect(scratch.files("failed") == [])
  }

  @Test("may be links and pipes: they are renamed, never opened")
  func notRegular() throws {
    try scratch.link("inbox/link.jpg", to: "/dev/zero")
    try scratch.makePipe("inbox/pipe.jpg")
    #expect(try setAside("inbox/link.jpg") == "failed/link.jpg")
    #expect(try setAside("inbox/pipe.jpg") == "failed/pipe.jpg")
  }

  @Test("make way for a later failure of the same path")
  func again() throws {
    try scratch.write("inbox/jane.jpg", "one")
    #expect(try setAside("inbox/jane.jpg", "first") != nil)
    try scratch.write("inbox/jane.jpg", "two")
    #expect(try setAside("inbox/jane.jpg", "second") == "failed/jane.jpg")
    #expect(
      scratch.contents(of: ["failed", "replaced"]) == [
        "failed/jane.jpg": "two", "failed/jane.jpg.error.txt": "second", "replaced/jane.\(stamp).jpg": "one",
      ])
  }

  @Test("are kept once, however often the same bytes fail")
  func everyNight() throws {
    for night in 1...5 {
      try scratch.write("inbox/jane.jpg", "broken")
      #expect(try setAside("inbox/jane.jpg", "why", "2026113\(night)T000000Z") == "failed/jane.jpg")
    }
    #expect(scratch.files("failed") == ["jane.jpg", "jane.jpg.error.txt"])
    #expect(scratch.files("replaced") == [])
  }

  @Test(
    "find another name where a folder or file is in the way",
    arguments: [
      ("inbox/jane.jpg", "failed/jane.jpg/x", "failed/jane.\(stamp).jpg"),
      ("inbox/sales/jane.jpg", "failed/sales", "failed/jane.\(stamp).jpg"),
    ])
  func collision(_ name: String, _ taken: String, _ expected: String) throws {
    try scratch.write(name, "photo")
    try scratch.write(taken, "in the way")
    #expect(try setAside(name) == expected)
    #expect(scratch.text(expected) == "photo")
    #expect(scratch.text(expected + ".error.txt") == "why")
    #expect(scratch.text(taken) == "in the way")
  }

  @Test("with the longest names there are get a reason, too", arguments: [200, 245, 246, 247, 255])
  func longNames(_ length: Int) throws {
    let name = String(repeating: "x", count: length - 4) + ".jpg"
    try scratch.write("inbox/" + name, "photo")
    #expect(try setAside("inbox/" + name) == "failed/" + name)
    #expect(scratch.files("failed").count == 2)
    #expect(try keeper.allFailed() == [path("failed/" + name)])
    try scratch.write("failed/" + name, "another")
    try scratch.write("inbox/" + name, "photo")
    #expect(try setAside("inbox/" + name) == "failed/" + name)
    #expect(scratch.files("replaced").count == 1)
  }

  @Test("are listed for their id: photos by name without extension, and the id's own job")
  func failed() throws {
    for name in ["jane.jpg", "jane.png", "jane.job.json", "jane", "jane.b.jpg", "bob.jpg", "x/jane.jpg"] {
      try scratch.write("failed/" + name)
      try scratch.write("failed/" + name + ".error.txt")
    }
    let names = try keeper.failed(id("jane")).map(\.shown)
    #expect(names == ["failed/jane", "failed/jane.job.json", "failed/jane.jpg", "failed/jane.png"])
    #expect(try keeper.allFailed().count == 7)
  }

  @Test("named like a reason are neither taken for one nor overwritten by one")
  func namedLikeReasons() throws {
    try scratch.write("inbox/a.jpg.error.txt", "no photo")
    let odd = try #require(try setAside("inbox/a.jpg.error.txt", "odd"))
    try scratch.write("inbox/a.jpg", "photo")
    #expect(try setAside("inbox/a.jpg", "broken") == "failed/a.jpg")
    try keeper.sweepFailed()
    #expect(try keeper.allFailed().map(\.shown).sorted() == ["failed/a.jpg", odd].sorted())
    try keeper.clearFailed(path("a.jpg"), stamp: stamp)
    try keeper.sweepFailed()
    #expect(scratch.text(odd) == "no photo")
    #expect(scratch.text(odd + ".error.txt") == "odd")
    #expect(scratch.files("failed").count == 2)
  }

  @Test("that are gone leave no reason behind; and nothing else is swept")
  func sweep() throws {
    for name in ["a.jpg", "a.jpg.error.txt", "gone.jpg.error.txt", "sales/gone.jpg.error.txt", "notes.txt"] {
      try scratch.write("failed/" + name)
    }
    // A file that only looks like a reason, with a reason of its own.
    try scratch.write("failed/b.jpg.error.txt")
    try scratch.write("failed/b.jpg.error.txt.error.txt")
    try keeper.sweepFailed()
    #expect(
      scratch.files("failed") == [
        "a.jpg", "a.jpg.error.txt", "b.jpg.error.txt", "b.jpg.error.txt.error.txt", "notes.txt",
      ])
  }

  @Test("of a path that succeeds move to replaced/, and the reason goes")
  func clear() throws {
    try scratch.write("failed/sales/jane.jpg", "broken")
    try scratch.write("failed/sales/jane.jpg.error.txt", "why")
    try keeper.clearFailed(path("sales/jane.jpg"), stamp: stamp)
    try keeper.clearFailed(path("sales/jane.jpg"), stamp: stamp)
    #expect(scratch.contents(of: ["failed", "replaced"]) == ["replaced/sales/jane.\(stamp).jpg": "broken"])
  }

  @Test("go back to the inbox, unless something has their name there")
  func giveBack() throws {
    try scratch.write("inbox/sales/jane.jpg", "photo")
    #expect(try setAside("inbox/sales/jane.jpg") != nil)
    try scratch.remove("inbox/sales")
    #expect(try keeper.giveBack(path("failed/sales/jane.jpg")) == path("inbox/sales/jane.jpg"))
    #expect(scratch.contents(of: ["inbox", "failed"]) == ["inbox/sales/jane.jpg": "photo"])
    try scratch.write("failed/sales/jane.jpg", "other")
    #expect(try keeper.giveBack(path("failed/sales/jane.jpg")) == nil)
    try scratch.write("failed/file/jane.jpg", "other")
    try scratch.write("inbox/file", "a file")
    #expect(try keeper.giveBack(path("failed/file/jane.jpg")) == nil)
    #expect(scratch.text("failed/file/jane.jpg") == "other")
    #expect(try keeper.giveBack(path("originals/jane.jpg")) == nil)
  }

  @Test("need not be there at all")
  func noFolder() throws {
    try scratch.remove("failed")
    #expect(try keeper.allFailed() == [])
    try keeper.sweepFailed()
    try scratch.write("inbox/jane.jpg", "photo")
    #expect(try setAside("inbox/jane.jpg") == "failed/jane.jpg")
  }
}

@Suite("Replaced originals")
struct ReplacedTests {
  let scratch: Scratch
  let keeper: Keeper

  init() throws {
    scratch = try Scratch()
    keeper = Keeper(root: scratch.root)
  }

  @Test("are the id's own only, oldest first")
  func order() throws {
    let own = [
      "20250101T000000Z.png", "20260101T000000Z.jpg", "20260101T000000Z-2.jpg", "20260101T000000Z-10.jpg",
      "20270101T000000Z",
    ]
    let others = ["b.20260101T000000Z.jpg", "jpg", "2026.jpg", "20260101T000000Z.20270101T000000Z.jpg"]
    for name in own + others { try scratch.write("replaced/jane.\(name)") }
    try scratch.write("replaced/janet.20260101T000000Z.jpg")
    #expect(try keeper.replaced(jane).map(\.shown) == own.map { "replaced/jane.\($0)" })
  }

  @Test("of an id are kept to the number that is wanted, the newest", arguments: [0, 1, 3, 10])
  func prune(_ keep: Int) throws {
    for turn in 1...5 {
      try scratch.write("inbox/jane.jpg", "\(turn)")
      try keeper.retire(path("inbox/jane.jpg"), as: path("jane.jpg"), stamp: stamp)
    }
    try scratch.write("replaced/bob.\(stamp).jpg", "bob")
    try keeper.prune(jane, keep: keep)
    let left = try keeper.replaced(jane).map { scratch.text($0.shown) ?? "" }
    #expect(left == (1...5).map(String.init).suffix(keep))
    #expect(scratch.text("replaced/bob.\(stamp).jpg") == "bob")
  }

  @Test("of one second stay in their order when some are pruned in between")
  func pruneBetween() throws {
    for turn in 1...12 {
      let name = turn % 2 == 0 ? "jane.jpg" : "jane.png"
      try scratch.write("inbox/" + name, "\(turn)")
      try keeper.retire(path("inbox/" + name), as: path(name), stamp: stamp)
      try keeper.prune(jane, keep: 2)
    }
    #expect(try keeper.replaced(jane).map { scratch.text($0.shown) } == ["11", "12"])
  }

  @Test("of an id with a long name are found again")
  func longName() throws {
    let long = id(String(repeating: "x", count: AvatarID.longestName))
    try scratch.write("inbox/x.jpeg", "photo")
    try keeper.retire(path("inbox/x.jpeg"), as: long.file(".jpeg"), stamp: stamp)
    #expect(try keeper.replaced(long).count == 1)
  }
}

@Suite("Removing an id")
struct RemovalTests {
  @Test("leaves nothing of it, and all of its neighbours")
  func all() throws {
    var desk = try Desk(id("sales/jane"))
    desk.photo = "inbox/sales/jane.jpg"
    try desk.scratch.write(desk.photo, "photo")
    let record = try desk.publish()
    for name in [
      "replaced/sales/jane.\(stamp).jpg", "failed/sales/jane.png", "failed/sales/jane.png.error.txt",
      "avatars/sales/jane.error.txt",
    ] { try desk.scratch.write(name) }
    let neighbours = [
      "avatars/sales/janet.json", "originals/sales/jane.b.jpg", "replaced/sales/janet.\(stamp).jpg",
    ]
    for name in neighbours { try desk.scratch.write(name, "neighbour") }
    let keeper = Keeper(root: desk.root)
    for _ in 1...2 {
      try keeper.removeAll(desk.id, avatars: record.avatars.map(\.file), original: record.original?.file.path)
      #expect(desk.shown == Dictionary(uniqueKeysWithValues: neighbours.map { ($0, "neighbour") }))
    }
  }

  @Test("removes its folders where they are empty then, but not the inbox's")
  func folders() throws {
    let scratch = try Scratch()
    for place in ["inbox", "avatars", "originals", "replaced", "failed"] {
      try scratch.makeFolder(place + "/a/b")
    }
    try scratch.write("avatars/a/other.json")
    try Keeper(root: scratch.root).removeAll(id("a/b/jane"), avatars: [], original: nil)
    #expect(scratch.isFolder("inbox/a/b"))
    #expect(scratch.isFolder("avatars/a") && !scratch.isFolder("avatars/a/b"))
    for place in ["originals", "replaced", "failed"] {
      #expect(scratch.isFolder(place) && !scratch.isFolder(place + "/a"))
    }
  }
}

@Suite("What is wrong with an id")
struct ExplanationTests {
  @Test("is told beside the manifest, written only when it changes, and goes when it is mended")
  func explain() throws {
    let scratch = try Scratch()
    let keeper = Keeper(root: scratch.root)
    try keeper.explain(id("sales/jane"), "why")
    let inode = scratch.inode("avatars/sales/jane.error.txt")
    try keeper.explain(id("sales/jane"), "why")
    #expect(scratch.inode("avatars/sales/jane.error.txt") == inode)
    try keeper.explain(id("sales/jane"), "another")
    #expect(scratch.contents(of: ["avatars", ".tondo"]) == ["avatars/sales/jane.error.txt": "another"])
    try keeper.clearExplanation(id("sales/jane"))
    try keeper.clearExplanation(id("sales/jane"))
    #expect(scratch.files("avatars") == [])
  }
}
