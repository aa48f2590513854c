import Digest
import Exporting
import Importing
import Model
import Scratch
import Testing

@Suite struct VCardWriterTests {
  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
  }

  @Test func `a card of version 3.0 holds the id and the photo`() {
    let card = VCardWriter().card(Exported(id: id("jane"), image: Array("photo".utf8), format: .jpeg))
    #expect(
      Self.lines(card) == [
        "BEGIN:VCARD", "VERSION:3.0", "UID:jane", "FN:jane", "N:;jane;;;",
        "PHOTO;ENCODING=b;TYPE=JPEG:cGhvdG8=", "END:VCARD",
      ])
  }

  @Test func `a card of version 4.0 has its photo at an address that holds it`() {
    let card = VCardWriter(.four).card(Exported(id: id("jane"), image: Array("photo".utf8), format: .png))
    #expect(
      Self.lines(card) == [
        "BEGIN:VCARD", "VERSION:4.0", "UID:jane", "FN:jane", "PHOTO:data:image/png;base64,cGhvdG8=",
        "END:VCARD",
      ])
  }

  @Test func `no line has more than 75 bytes, and none is cut within a character`() {
    let exported = Exported(
      id: id(String(repeating: "é", count: 100)), image: gif(), format: .gif)
    for version in VCardWriter.Version.allCases {
      let bytes = VCardWriter(version).card(exported)
      #expect(bytes.split(separator: UInt8(ascii: "\n")).allSatisfy { $0.count <= 76 })
      #expect(
        bytes.split(separator: UInt8(ascii: "\n")).allSatisfy { String(validating: $0, as: UTF8.self) != nil }
      )
    }
  }

  /// Rows are counted from the bottom: 388 - 28 - 181 = 179.
  @Test func `an original's crop is Apple's, with the digest of exactly these bytes`() {
    let clip = Exported.Clip(crop: .square(x: 60, y: 28, size: 181), rows: 388)
    let text = Self.lines(
      VCardWriter().card(Exported(id: id("jane"), image: gif(), format: .gif, clip: clip))
    ).joined(separator: "\n").replacing("\n ", with: "")
    let hash = base64(MD5.of(gif()))
    #expect(hash.count == 24)
    #expect(
      text.contains("PHOTO;ENCODING=b;TYPE=GIF;X-ABCROP-RECTANGLE=ABClipRect_1&60&179&181&181&\(hash):"),
      "\(text)")
  }

  @Test(
    "what is written is read again as it was",
    arguments: ["jane", "Doe, Jane; é", "a\\b", "😀", String(repeating: "x", count: 230)],
    [CropRectangle.square(x: 60, y: 28, size: 181), .square(x: -76, y: -76, size: 200)])
  func roundTrip(_ name: String, _ crop: CropRectangle) throws {
    for version in VCardWriter.Version.allCases {
      let clip = Exported.Clip(crop: crop, rows: 388)
      let exported = Exported(id: id(name), image: gif(), format: .gif, clip: clip)
      let (row, photo) = try read(VCardWriter(version).card(exported))
      #expect(row?.id.text == name && photo == gif() && row?.warnings == [])
      guard case .clip(let rectangle) = row?.placing else { return #expect(Bool(false)) }
      #expect(rectangle.crop(inHeight: 388).square == crop.square)
    }
  }

  private func read(_ card: [UInt8]) throws -> (Row?, [UInt8]) {
    let reader = try VCardReader(ByteStream(MemoryFeed(card)), named: nil, SourceOptions())
    let sink = Collector()
    guard case .row(let row)? = try reader.next(into: sink) else { return (nil, []) }
    return (row, sink.photo)
  }
}

/// Keeps a photo.
final class Collector: PhotoSink {
  private(set) var photo: [UInt8] = []

  func begin() { photo = [] }
  func add(_ bytes: ArraySlice<UInt8>) { photo += bytes }
}

/// The smallest GIF.
func gif() -> [UInt8] {
  Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
}
