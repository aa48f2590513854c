import Digest
import Files
import Model
import Scratch
import Testing

@testable import Reconciling

/// A root in which Jane was published.
struct Published {
  let scratch: Scratch
  var record: Record

  init() throws {
    scratch = try Scratch()
    try scratch.write("originals/jane.jpg", "photo")
    try scratch.write("avatars/jane-96.jpg", "avatar")
    record = jane()
    let photo = SHA256.of(Array("photo".utf8))
    record.original?.facts.sha256 = photo
    record.original?.facts.bytes = 5
    record.avatars[0].sha256 = SHA256.of(Array("avatar".utf8))
    record.avatars[0].bytes = 6
    record.made = photo
    let text = Manifest(id: id("jane"), attributes: record.attributes, account: .init(record)).text
    try scratch.write("avatars/jane.json", String(decoding: text, as: UTF8.self))
    record.manifest = SHA256.of(text)
    try sign()
  }

  /// Takes the files as they are for those that were published.
  mutating func sign() throws {
    record.original?.signature = try #require(try scratch.root.signature(path("originals/jane.jpg")))
    record.avatarSignatures = [try #require(try scratch.root.signature(path("avatars/jane-96.jpg")))]
    record.manifestSignature = try #require(try scratch.root.signature(path("avatars/jane.json")))
  }

  func inspect(_ record: Record?) throws -> Found {
    var found = Found()
    try Inspector(root: scratch.root).inspect(id("jane"), record: record, into: &found)
    return found
  }

  /// Writes the same bytes anew, under another inode, and later than the manifest by the file system's slow clock.
  func rewrite(_ name: String) throws {
    let text = try #require(scratch.text(name))
    repeat {
      try scratch.write("copy", text)
      try scratch.move("copy", name)
    } while try scratch.root.signature(path(name))?.changed ?? 0 <= record.manifestSignature.changed
  }
}

@Suite("Looking at the folders")
struct InspectorTests {
  @Test("finds what was published as it was published")
  func untouched() throws {
    let published = try Published()
    #expect(try published.inspect(published.record) == .after(published.record))
  }

  @Test("finds nothing where nothing is")
  func nothing() throws {
    let scratch = try Scratch()
    var found = Found()
    try Inspector(root: scratch.root).inspect(id("sales/jane"), record: nil, into: &found)
    #expect(found == Found())
  }

  @Test("tells an original that is gone from one that was changed or touched")
  func original() throws {
    let published = try Published()
    try published.rewrite("originals/jane.jpg")
    let now = try #require(try published.scratch.root.signature(path("originals/jane.jpg")))
    #expect(try published.inspect(published.record).original == .changed(now))
    try published.scratch.remove("originals/jane.jpg")
    #expect(try published.inspect(published.record).original == .gone)
    try published.scratch.link("originals/jane.jpg", to: "/etc/hostname")
    #expect(try published.inspect(published.record).original == .gone)
  }

  @Test("looks into an avatar only when it is another file, and takes the same bytes for undamaged")
  func avatars() throws {
    let published = try Published()
    try published.rewrite("avatars/jane-96.jpg")
    #expect(try !published.inspect(published.record).avatarsAreDamaged)
    try published.scratch.write("avatars/jane-96.jpg", "other!")
    #expect(try published.inspect(published.record).avatarsAreDamaged)
    try published.scratch.remove("avatars/jane-96.jpg")
    #expect(try published.inspect(published.record).avatarsAreDamaged)
  }

  @Test("takes a manifest with the same text for its own, whatever its times")
  func sameText() throws {
    let published = try Published()
    try published.rewrite("avatars/jane.json")
    #expect(try published.inspect(published.record).manifest == .ours)
  }

  @Test(
    "tells what a manifest has become",
    arguments: [
      ("", "empty"), ("{ \"attributes\": { \"scale\": 2 } }", "edited"),
      ("{ \"attributes\": { \"scale\": ", "unreadable"),
      ("{ \"atributes\": {} }", "unreadable"), ("{ }", "edited"),
    ])
  func text(_ text: String, _ expected: String) throws {
    let published = try Published()
    try published.scratch.write("avatars/jane.json", text)
    let found = try published.inspect(published.record).manifest
    switch found {
    case .missing: #expect(expected == "missing")
    case .empty: #expect(expected == "empty")
    case .ours: #expect(expected == "ours")
    case .edited(let edit):
      #expect(expected == "edited")
      #expect(edit.text == SHA256.of(Array(text.utf8)))
      #expect(edit.changes.isEmpty)
    case .unreadable(let why):
      #expect(expected == "unreadable")
      #expect(why.problem.text(in: .english).hasPrefix("jane.json:1:"))
    }
  }

  @Test("tells changes to Tondo's own part")
  func changes() throws {
    let published = try Published()
    let text = try #require(published.scratch.text("avatars/jane.json"))
    try published.scratch.write("avatars/jane.json", text.replacing("\"size\": 30", with: "\"size\": 29"))
    guard case .edited(let edit) = try published.inspect(published.record).manifest else {
      Issue.record("not edited")
      return
    }
    #expect(edit.changes.map(\.key) == ["crop.size"])
  }

  @Test("takes a link, a folder, a pipe or a huge text in the manifest's place for an unreadable edit")
  func noFile() throws {
    let published = try Published()
    let make: [(String) throws -> Void] = [
      { try published.scratch.link($0, to: "../tondo.json") }, { try published.scratch.makeFolder($0) },
      { try published.scratch.makePipe($0) },
      { try published.scratch.write($0, String(repeating: " ", count: Document.largest + 1)) },
    ]
    for make in make {
      try published.scratch.remove("avatars/jane.json")
      try make("avatars/jane.json")
      guard case .unreadable = try published.inspect(published.record).manifest else {
        Issue.record("not unreadable")
        continue
      }
    }
  }
}

@Suite("A root whose ledger is lost")
struct AdoptionTests {
  private func adopt(_ published: Published) throws -> Record? {
    guard case .edited(let edit) = try published.inspect(nil).manifest else { return nil }
    return try Adoption.record(id("jane"), edit, signature: published.scratch.root.signature)
  }

  @Test("gives the records again from the manifests, without reading more than those")
  func again() throws {
    let published = try Published()
    #expect(try adopt(published) == published.record)
  }

  @Test("trusts no file that is younger than its manifest or has another size")
  func younger() throws {
    let published = try Published()
    try published.rewrite("originals/jane.jpg")
    try published.rewrite("avatars/jane-96.jpg")
    let record = try #require(try adopt(published))
    #expect(record.original?.signature == FileSignature.none)
    #expect(record.avatarSignatures == [.none])
    // By their digests they are what they were, so nothing is made again.
    let found = try published.inspect(record)
    #expect(!found.avatarsAreDamaged)
    #expect(
      told(plan(found, record: record) { sha256, _ in sha256 ?? "" }).hasSuffix(
        "changed original; known \(record.original?.facts.sha256 ?? "")"))
  }

  @Test("takes over no manifest that names another id's original, or one that is missing")
  func others() throws {
    let published = try Published()
    let text = try #require(published.scratch.text("avatars/jane.json"))
    for other in ["originals/bob.jpg", "originals/sales/jane.jpg", "inbox/jane.jpg", "../originals/jane.jpg"]
    {
      try published.scratch.write("originals/bob.jpg", "photo")
      try published.scratch.write("avatars/jane.json", text.replacing("originals/jane.jpg", with: other))
      #expect(try adopt(published) == nil, "\(other)")
    }
  }

  @Test(
    "takes over no manifest that names other files than the id's own avatars: they would be removed with them"
  )
  func othersAvatars() throws {
    let published = try Published()
    let text = try #require(published.scratch.text("avatars/jane.json"))
    for other in ["bob-96.jpg", "bob.json", "jane.json", "jane.error.txt"] {
      try published.scratch.write("avatars/jane.json", text.replacing("jane-96.jpg", with: other))
      #expect(try adopt(published) == nil, "\(other)")
    }
  }
}
