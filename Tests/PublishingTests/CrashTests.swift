import Files
import Model
import Scratch
import Synchronization
import Testing

@testable import Publishing

/// Lets a number of steps happen, then none.
final class Fuse: Sendable {
  private let left: Mutex<Int>

  init(_ steps: Int) { left = Mutex(steps) }

  func burn() throws(FileFailure) {
    let left = left.withLock { left in
      left -= 1
      return left
    }
    if left < 0 { throw FileFailure(doing: .write, path: "", number: 0) }
  }

  func used(of steps: Int) -> Int { steps - left.withLock { $0 } }
}

/// What was to be published, and what happened before or while it was.
enum Scene: String, CaseIterable, Sendable {
  case arriving, replacing, remaking, linked, edited, deleted, renaming

  func prepare() throws -> (Desk, Publication) {
    switch self {
    case .arriving: return try ready(.arriving())
    case .replacing: return try ready(.replacing())
    case .remaking: return try ready(.remaking())
    case .linked: return try ready(.linked())
    case .edited:
      let (desk, publication) = try ready(.replacing())
      try desk.scratch.write("avatars/jane.json", "edit")
      return (desk, publication)
    case .deleted:
      let (desk, publication) = try ready(.replacing())
      for name in ["avatars/jane.json", "inbox/jane.gif", "inbox/a.job.json"] {
        try desk.scratch.remove(name)
      }
      return (desk, publication)
    case .renaming: return try renaming(.remaking())
    }
  }

  private func ready(_ desk: Desk) throws -> (Desk, Publication) { (desk, try desk.prepare()) }

  private func renaming(_ desk: Desk) throws -> (Desk, Publication) {
    let publisher = Publisher(root: desk.root)
    try desk.scratch.makeFolder(staging.shown)
    try desk.scratch.write("replaced/jane.\(stamp).png", "earlier")
    guard let record = desk.record else { throw Failed(what: "no record") }
    let publication = try publisher.prepareRename(
      jane, to: id("jo"), record, replaced: [path("replaced/jane.\(stamp).png")], in: staging)
    try publisher.commit(publication, in: staging)
    return (desk, publication)
  }
}

@Suite("A crash while publishing")
struct CrashTests {
  /// Without what differs from root to root.
  private func told(_ record: Record) -> Record {
    var told = record
    told.original?.signature = .none
    told.avatarSignatures = told.avatarSignatures.map {
      $0 == .none ? .none : FileSignature(inode: 1, size: 1, modified: 1, changed: 1)
    }
    told.manifestSignature =
      told.manifestSignature == .none ? .none : FileSignature(inode: 1, size: 1, modified: 1, changed: 1)
    told.job = told.job.map { .init(file: $0.file, signature: .none) }
    return told
  }

  /// As the next start finds it: the intent on disk, and nothing in memory.
  private func resume(_ desk: Desk) throws -> Record {
    let intent = try #require(try desk.root.read(Publisher.intent(in: staging), atMost: 1 << 24))
    return try Publisher(root: desk.root).carryOut(Wire.value(Publication.self, from: intent.bytes))
  }

  @Test(
    "after any step is finished by the next start, and ends as if there had been none",
    arguments: Scene.allCases)
  func everyStep(_ scene: Scene) throws {
    let (whole, publication) = try scene.prepare()
    let record = told(try Publisher(root: whole.root).carryOut(publication))
    var steps = 0
    while true {
      let (desk, publication) = try scene.prepare()
      let fuse = Fuse(steps)
      let publisher = Publisher(root: desk.root, pause: { () throws(FileFailure) in try fuse.burn() })
      let isDone = (try? publisher.carryOut(publication)) != nil
      #expect(told(try resume(desk)) == record, "after step \(steps)")
      #expect(desk.shown == whole.shown, "after step \(steps)")
      if isDone { break }
      steps += 1
    }
    #expect(steps > 2)
  }

  @Test(
    "and another one while it is finished ends just so", arguments: [Scene.replacing, .edited, .renaming])
  func twice(_ scene: Scene) throws {
    let (whole, publication) = try scene.prepare()
    _ = try Publisher(root: whole.root).carryOut(publication)
    for first in 0..<8 {
      for second in 0..<8 {
        let (desk, publication) = try scene.prepare()
        for steps in [first, second] {
          let fuse = Fuse(steps)
          let publisher = Publisher(root: desk.root, pause: { () throws(FileFailure) in try fuse.burn() })
          _ = try? publisher.carryOut(publication)
        }
        _ = try resume(desk)
        #expect(desk.shown == whole.shown, "after steps \(first) and \(second)")
      }
    }
  }

  @Test(
    "leaves the old set or the new one to readers of the manifest: its avatars come first", arguments: 0..<12)
  func manifestLast(_ steps: Int) throws {
    let (desk, publication) = try Scene.replacing.prepare()
    let fuse = Fuse(steps)
    let publisher = Publisher(root: desk.root, pause: { () throws(FileFailure) in try fuse.burn() })
    _ = try? publisher.carryOut(publication)
    let text = try #require(desk.scratch.text("avatars/jane.json"))
    if digest(text) == publication.manifest.sha256 {
      for avatar in publication.avatars {
        #expect(desk.scratch.text(avatar.to.path.shown).map(digest) == avatar.sha256)
      }
    } else {
      #expect(digest(text) == publication.expectedManifest)
    }
  }

  @Test("after the end does not take a damaged avatar for a good one")
  func damaged() throws {
    let (desk, publication) = try Scene.replacing.prepare()
    _ = try Publisher(root: desk.root).carryOut(publication)
    try desk.scratch.write("avatars/jane-96.jpg", "damaged")
    let record = try resume(desk)
    #expect(record.avatarSignatures[0] == .none)
    #expect(record.avatarSignatures[1] != .none)
  }

  @Test("is survived by a folder that somebody removed meanwhile")
  func folderGone() throws {
    var desk = try Desk(id("sales/jane"))
    desk.photo = "inbox/sales/jane.jpg"
    try desk.scratch.write(desk.photo, "photo")
    let publication = try desk.prepare()
    let fuse = Fuse(3)
    let publisher = Publisher(root: desk.root, pause: { () throws(FileFailure) in try fuse.burn() })
    _ = try? publisher.carryOut(publication)
    try desk.scratch.remove("avatars/sales")
    let record = try resume(desk)
    #expect(desk.scratch.files("avatars") == ["sales/jane.json"])
    #expect(record.avatarSignatures == [.none, .none])
  }
}
