import Digest
import Files
import Model
import Scratch
import Testing

@testable import Publishing

@Suite("Publishing")
struct PublisherTests {
  @Test("moves the original, places avatars and manifest, and tells what now lies there")
  func arrival() throws {
    let desk = try Desk.arriving()
    let inode = desk.scratch.inode("inbox/jane.jpg")
    let record = try desk.publish()
    #expect(
      desk.shown.keys.sorted() == [
        "avatars/jane-48.png", "avatars/jane-96.jpg", "avatars/jane.json", "originals/jane.jpg",
      ])
    #expect(desk.scratch.inode("originals/jane.jpg") == inode)
    #expect(record.original?.signature == (try desk.signed("originals/jane.jpg").signature))
    #expect(record.avatarSignatures[0] == (try desk.signed("avatars/jane-96.jpg").signature))
    #expect(record.manifestSignature == (try desk.signed("avatars/jane.json").signature))
    #expect(record.manifest == digest(try #require(desk.scratch.text("avatars/jane.json"))))
    let manifest = try Manifest(
      reading: Array(desk.scratch.text("avatars/jane.json")?.utf8 ?? "".utf8), id: jane)
    #expect(manifest.account == Manifest.Account(record))
    #expect(manifest.account?.avatars.map(\.sha256) == [digest("photo at 96"), digest("photo at 48")])
  }

  @Test("keeps what is replaced, removes jobs that are done and avatars that are not asked for")
  func replacement() throws {
    let desk = try Desk.replacing()
    let record = try desk.publish()
    #expect(
      desk.shown.keys.sorted() == [
        "avatars/jane-48.png", "avatars/jane-96.jpg", "avatars/jane.json", "originals/jane.jpg",
        "replaced/jane.\(stamp)-2.gif", "replaced/jane.\(stamp).png",
      ])
    #expect(desk.shown["replaced/jane.\(stamp).png"] == "old photo")
    #expect(record.job?.file.path == path("inbox/jane.job.json"))
  }

  @Test("tells several replaced files of one second and one name apart")
  func unique() throws {
    var desk = try Desk.replacing()
    try desk.scratch.write("replaced/jane.\(stamp).png", "taken")
    try desk.scratch.write("originals/jane.jpg", "put there by hand")
    desk.superseded = ["inbox/jane.jpeg"]
    try desk.scratch.write("inbox/jane.jpeg", "earlier")
    try desk.publish()
    #expect(
      desk.shown.filter { $0.key.hasPrefix("replaced/") } == [
        "replaced/jane.\(stamp).png": "taken", "replaced/jane.\(stamp)-2.png": "old photo",
        "replaced/jane.\(stamp)-3.jpg": "put there by hand", "replaced/jane.\(stamp)-4.jpeg": "earlier",
      ])
  }

  @Test("copies files that have another name, verified and with their times, and removes the inbox's name")
  func hardLinks() throws {
    let desk = try Desk.linked()
    try desk.scratch.setTime(desk.photo, seconds: -5, nanoseconds: 7)
    let inode = desk.scratch.inode(desk.photo)
    try desk.publish()
    #expect(desk.scratch.files("inbox") == [])
    #expect(desk.scratch.text("originals/jane.jpg") == "text of inbox/jane.jpg")
    #expect(desk.scratch.text("replaced/jane.\(stamp)-2.gif") == "text of inbox/jane.gif")
    #expect(desk.scratch.time("originals/jane.jpg") == [-5, 7])
    #expect(desk.scratch.inode("originals/jane.jpg") != inode)
    #expect(desk.scratch.inode("another") == inode)
  }

  @Test("keeps the original of an id in a subfolder under its path, and makes folders with their modes")
  func folders() throws {
    var desk = try Desk(id("sales/europe/jane"))
    desk.photo = "inbox/sales/europe/jane.jpg"
    try desk.scratch.write(desk.photo, "photo")
    try desk.publish()
    #expect(desk.scratch.text("originals/sales/europe/jane.jpg") == "photo")
    for folder in ["avatars/sales", "avatars/sales/europe"] { #expect(desk.scratch.mode(folder) == 0o2775) }
    for folder in ["originals/sales", "originals/sales/europe"] {
      #expect(desk.scratch.mode(folder) == 0o750)
    }
    #expect(desk.scratch.mode("avatars/sales/europe/jane.json") == 0o664)
  }

  @Test(
    "begins nothing when the photo or the manifest changed meanwhile",
    arguments: ["inbox/jane.jpg", "avatars/jane.json"])
  func changed(_ name: String) throws {
    let desk = try Desk.replacing()
    let order = try desk.order()
    try desk.scratch.write(name, "changed")
    let before = desk.shown
    #expect(throws: Publisher.Obstacle.self) { try Publisher(root: desk.root).prepare(order, in: staging) }
    #expect(desk.shown == before)
  }

  @Test(
    "begins nothing when a folder or file has a name that it needs, and says whose trouble that is",
    arguments: [
      "avatars/jane-96.jpg/x", "avatars/jane.json/x", "originals/jane.jpg/x", "avatars/sales",
      "originals/sales",
    ])
  func taken(_ name: String) throws {
    var desk = try Desk(name.hasSuffix("sales") ? id("sales/jane") : jane)
    desk.photo = "inbox/\(desk.id).jpg"
    try desk.scratch.write(desk.photo, "photo")
    try desk.scratch.write(name, "in the way")
    let order = try desk.order()
    let before = desk.shown
    #expect {
      try Publisher(root: desk.root).prepare(order, in: staging)
    } throws: { error in
      guard case Publisher.Obstacle.failed(let failure) = error else { return false }
      return failure.isAboutNames
    }
    #expect(desk.shown == before)
  }

  @Test("an edit that comes after the preparation holds, and is seen as one")
  func edit() throws {
    let desk = try Desk.replacing()
    let publication = try desk.prepare()
    try desk.scratch.write("avatars/jane.json", "edit")
    let record = try Publisher(root: desk.root).carryOut(publication)
    #expect(desk.scratch.text("avatars/jane.json") == "edit")
    #expect(record.manifestSignature == .none)
    #expect(record.manifest == publication.manifest.sha256)
  }

  @Test("a job or copied photo that changes while it is done stays")
  func laterJob() throws {
    let desk = try Desk.linked()
    let publication = try desk.prepare()
    try desk.scratch.write("inbox/jane.job.json", "a later job")
    try desk.scratch.write("inbox/jane.jpg", "a later photo")
    _ = try Publisher(root: desk.root).carryOut(publication)
    #expect(desk.scratch.files("inbox") == ["jane.job.json", "jane.jpg"].sorted())
    #expect(desk.scratch.text("originals/jane.jpg") == "text of inbox/jane.jpg")
  }

  @Test("writes a manifest again over the text that was read, and over nothing else")
  func rewrite() throws {
    let desk = try Desk.remaking()
    let record = try #require(desk.record)
    let publisher = Publisher(root: desk.root)
    try desk.scratch.makeFolder(staging.shown)
    try desk.scratch.remove("avatars/jane.json")
    let written = try #require(try publisher.rewrite(jane, record, expected: nil, in: staging))
    #expect(
      written
        == (try desk.record.map { record throws in
          var record = record
          record.manifestSignature = try desk.signed("avatars/jane.json").signature
          return record
        }))
    try desk.scratch.write("avatars/jane.json", "edit")
    #expect(try publisher.rewrite(jane, record, expected: written.manifest, in: staging) == nil)
    #expect(desk.scratch.text("avatars/jane.json") == "edit")
  }
}

@Suite("Renaming an id")
struct RenamingTests {
  private func prepare(_ desk: Desk) throws -> Publication {
    let publisher = Publisher(root: desk.root)
    let record = try #require(desk.record)
    let replaced = try Keeper(root: desk.root).replaced(jane)
    try desk.scratch.makeFolder(staging.shown)
    return try publisher.prepareRename(jane, to: id("sales/jo"), record, replaced: replaced, in: staging)
  }

  @Test("moves all that is kept, and makes nothing anew")
  func rename() throws {
    let desk = try Desk.remaking()
    try desk.scratch.write("replaced/jane.\(stamp).png", "earlier")
    // The same text in another file is still Tondo's.
    try desk.scratch.write("copy", try #require(desk.scratch.text("avatars/jane.json")))
    try desk.scratch.move("copy", "avatars/jane.json")
    let record = try Publisher(root: desk.root).carryOut(prepare(desk))
    #expect(
      desk.shown.keys.sorted() == [
        "avatars/sales/jo-48.png", "avatars/sales/jo-96.jpg", "avatars/sales/jo.json",
        "originals/sales/jo.jpg",
        "replaced/sales/jo.\(stamp).png",
      ])
    #expect(record.made == desk.record?.made)
    #expect(record.original?.file.path == path("originals/sales/jo.jpg"))
  }

  @Test(
    "gives an original without extension one where the new name has a dot: it would be another id's",
    arguments: [("jo", "originals/jo"), ("jo.doe", "originals/jo.doe.jpeg"), ("jo.", "originals/jo..jpeg")])
  func withoutExtension(_ new: String, _ original: String) throws {
    var desk = try Desk()
    desk.photo = "inbox/jane"
    try desk.scratch.write(desk.photo, "photo")
    let record = try desk.publish()
    try desk.scratch.makeFolder(staging.shown)
    let publisher = Publisher(root: desk.root)
    let publication = try publisher.prepareRename(jane, to: id(new), record, replaced: [], in: staging)
    #expect(try publisher.carryOut(publication).original?.file.path == path(original))
    #expect(desk.scratch.text(original) == "photo")
    #expect(try AvatarID(original: #require(path(original).below(Places.originals))) == id(new))
  }

  @Test(
    "begins nothing when a name is taken",
    arguments: [
      "originals/sales/jo.jpg", "avatars/sales/jo-96.jpg", "avatars/sales", "replaced/sales/jo.\(stamp).png",
    ])
  func taken(_ name: String) throws {
    let desk = try Desk.remaking()
    try desk.scratch.write("replaced/jane.\(stamp).png", "earlier")
    try desk.scratch.write(name, "taken")
    let before = desk.shown
    #expect { try prepare(desk) } throws: { ($0 as? FileFailure)?.isAboutNames ?? false }
    #expect(desk.shown == before)
  }
}
