import Digest
import Files
import Model
import Scratch

@testable import Publishing

func digest(_ text: String) -> String { SHA256.of(Array(text.utf8)) }

let stamp = "20261130T120000Z"
let staging = path(".tondo/staging/job")

/// A root in which something is published: what a worker would have made lies in staging.
struct Desk: Sendable {
  let scratch: Scratch
  let id: AvatarID
  var outputs = [Output(size: 96, format: .jpeg), Output(size: 48, format: .png)]
  var record: Record?
  var photo = "inbox/jane.jpg"
  var superseded: [String] = []
  var jobs: [String] = []
  /// Of the manifest that was read; nil where there was none.
  var expected: String?

  init(_ id: AvatarID = jane) throws {
    scratch = try Scratch()
    self.id = id
  }

  var root: Root { scratch.root }

  func signed(_ text: String) throws -> Publication.Doomed {
    guard let signature = try root.signature(path(text)) else { throw Failed(what: "\(text) is missing") }
    return Publication.Doomed(path(text), signature)
  }

  /// Writes what a worker makes of the photo: avatars whose text tells from what.
  func render() throws -> (Rendering, [BytePath]) {
    let text = scratch.text(photo) ?? ""
    var made: [Rendering.Made] = []
    var staged: [BytePath] = []
    for output in outputs {
      let name = staging.appending(id.file(output.suffix).name)
      let avatar = "\(text) at \(output.size)"
      try scratch.write(name.shown, avatar)
      made.append(.init(size: output.size, bytes: avatar.utf8.count, sha256: digest(avatar)))
      staged.append(name)
    }
    let facts = OriginalFacts(
      sha256: digest(text), bytes: text.utf8.count, format: .jpeg, size: PixelSize(width: 30, height: 40))
    let rendering = Rendering(
      original: facts, attributes: Attributes(placement: .centre), crop: CropSquare(x: 0, y: 5, size: 30),
      avatars: made, warnings: [])
    return (rendering, staged)
  }

  func order() throws -> Order {
    let (rendering, staged) = try render()
    return Order(
      id: id, source: try signed(photo), record: record, rendering: rendering, outputs: outputs,
      staged: staged,
      jobs: try jobs.map(signed), superseded: try superseded.map(signed), expectedManifest: expected,
      made: "made " + (rendering.original?.sha256 ?? ""), warnings: [], processed: "2026-11-30T12:00:00Z",
      stamp: stamp
    )
  }

  func prepare() throws -> Publication {
    let publisher = Publisher(root: root)
    let publication = try publisher.prepare(order(), in: staging)
    try publisher.commit(publication, in: staging)
    return publication
  }

  @discardableResult
  func publish() throws -> Record { try Publisher(root: root).carryOut(prepare()) }

  /// All that people see.
  var shown: [String: String] {
    scratch.contents(of: ["inbox", "originals", "replaced", "avatars", "failed"])
  }
}

let jane = id("jane")

extension Desk {
  /// Jane was published from "old photo", with an output that is not asked for any more; a new one came since, with
  /// an earlier one and two jobs.
  static func replacing() throws -> Desk {
    var desk = try Desk()
    desk.outputs.append(Output(size: 32, format: .png))
    try desk.scratch.write("inbox/jane.png", "old photo")
    desk.photo = "inbox/jane.png"
    desk.record = try desk.publish()
    try desk.scratch.remove(".tondo/staging/job")
    desk.outputs.removeLast()
    desk.photo = "inbox/jane.jpg"
    desk.expected = desk.record?.manifest
    desk.superseded = ["inbox/jane.gif"]
    desk.jobs = ["inbox/a.job.json", "inbox/jane.job.json"]
    for name in desk.superseded + desk.jobs + [desk.photo] { try desk.scratch.write(name, "text of \(name)") }
    return desk
  }

  static func arriving() throws -> Desk {
    let desk = try Desk()
    try desk.scratch.write("inbox/jane.jpg", "photo")
    return desk
  }

  static func remaking() throws -> Desk {
    var desk = try arriving()
    desk.record = try desk.publish()
    try desk.scratch.remove(".tondo/staging/job")
    desk.photo = "originals/jane.jpg"
    desk.expected = desk.record?.manifest
    return desk
  }

  /// The photo and its predecessor have another name each, which could still be written to.
  static func linked() throws -> Desk {
    let desk = try replacing()
    try desk.scratch.hardLink("another", to: desk.photo)
    try desk.scratch.hardLink("yet another", to: desk.superseded[0])
    return desk
  }
}
