import Files
import Foundation
import Model
import Scratch
import Testing

@testable import Exporting
@testable import Importing

/// What is written is read back as what it was, by the readers of an import.
@Suite("Exported and imported again") struct RoundTripTests {
  private static let colour = Colour(red: 51, green: 102, blue: 153, written: "#336699")

  static let attributes: [Attributes] = [
    Attributes(placement: .centre),
    Attributes(placement: .relative(scale: 1.6, position: Position(x: -0.12, y: 0.05))),
    Attributes(placement: .relative(scale: 1.0 / 3, position: Position(x: 1e-7, y: -1e6)), rotation: .half),
    Attributes(
      placement: .onScreen(
        viewport: Viewport(width: 390, height: 844.5, inset: 12.25), scale: 100,
        position: Position(x: 30, y: -20)),
      shape: .circle, background: .transparent),
    Attributes(placement: .crop(.square(x: -10.5, y: 0.1, size: 77.7)), background: .colour(colour)),
    Attributes(
      placement: .crop(.rectangle(x: 2000, y: 260, width: 1600, height: 1680)), rotation: .threeQuarters,
      shape: .square),
  ]

  static let ids = [
    "jane", "sales/jane", "Doe, Jane", #"the "one""#, " spaced ", "a;b", "é/日本", "line\nbreak",
  ]

  /// An id's record, as if it were published.
  private func record(_ id: AvatarID, _ attributes: Attributes) throws -> Record {
    let original = Array("originals/".utf8) + id.path.bytes + Array(".jpg".utf8)
    let facts = OriginalFacts(
      sha256: "o", bytes: 9, format: .jpeg, size: PixelSize(width: 3024, height: 4032))
    let avatar = Manifest.Avatar(
      file: String(decoding: id.file("-96.jpg").name, as: UTF8.self), size: 96, format: .jpeg, bytes: 3,
      sha256: "a")
    return Record(
      original: .init(file: WirePath(original), facts: facts, signature: .none), attributes: attributes,
      crop: CropSquare(x: 0, y: 0, size: 9), avatars: [avatar], avatarSignatures: [.none], warnings: [],
      made: "m", processed: "2026-12-01T00:00:00Z", manifest: "", manifestSignature: .none)
  }

  /// Writes a row for each, and reads them all.
  private func again(
    _ name: String, _ head: [UInt8], _ people: [(AvatarID, Record)],
    _ row: (AvatarID, Record) throws -> [UInt8]
  ) throws -> [Row] {
    let scratch = try Scratch(["originals"])
    let text = try people.reduce(into: head) { text, person in
      let path = scratch.absolute(String(decoding: person.1.original?.file.bytes ?? [], as: UTF8.self))
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data("a photo".utf8).write(to: URL(filePath: path))
      text += try row(person.0, person.1)
    }
    try Data(text).write(to: URL(filePath: scratch.absolute(name)))
    let reader = try Source.open(
      Array(scratch.absolute(name).utf8), SourceOptions(photos: Array(scratch.absolute("").utf8)))
    var rows: [Row] = []
    while let result = try reader.next(into: NoSink()) {
      guard case .row(let row) = result else { throw Unexpected(what: "\(result)") }
      rows.append(row)
    }
    return rows
  }

  private struct Unexpected: Error { let what: String }

  private var people: [(AvatarID, Record)] {
    get throws {
      try Self.ids.flatMap { text in
        try Self.attributes.enumerated().map { index, attributes in
          let id = try #require(AvatarID("\(text)\(index)"))
          return (id, try record(id, attributes))
        }
      }
    }
  }

  private func check(_ rows: [Row], _ people: [(AvatarID, Record)]) {
    #expect(rows.count == people.count)
    for (row, (id, record)) in zip(rows, people) {
      #expect(row.id == id)
      guard case .attributes(let attributes) = row.placing else {
        Issue.record("\(id): nothing is said of its attributes")
        continue
      }
      #expect(attributes == record.attributes)
      guard case .file(_, let path) = row.photo else {
        Issue.record("\(id): no photo")
        continue
      }
      #expect(path.bytes == record.original?.file.bytes)
    }
  }

  @Test("a table gives the same ids, photos and attributes") func table() throws {
    let people = try people
    let rows = try again("people.csv", CSVWriter.header, people) { id, record in
      CSVWriter.row(id, record, try #require(record.avatars.first))
    }
    check(rows, people)
  }

  @Test("so do manifests, a line each") func manifests() throws {
    let people = try people
    let rows = try again("people.jsonl", [], people) { id, record in
      Array(
        (Manifest(id: id, attributes: record.attributes, account: .init(record)).json.line + "\n").utf8)
    }
    check(rows, people)
  }
}
