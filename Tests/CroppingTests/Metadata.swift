/// Segments to put into a JPEG behind its first marker.
enum Segment {
  static func inserted(_ segments: [[UInt8]], into jpeg: [UInt8]) -> [UInt8] {
    Array(jpeg[..<2]) + segments.flatMap { $0 } + Array(jpeg[2...])
  }

  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big(UInt16(content.count + 2)) + content
  }

  /// EXIF with an orientation alone.
  static func orientation(_ value: UInt16) -> [UInt8] {
    exif([(0x0112, 3, 1, big(value) + [0, 0])])
  }

  /// EXIF with an orientation in more bytes than it should have: it changes nothing, but is not plain.
  static let doubt = exif([(0x0112, 4, 1, big(UInt32(1)))])

  /// EXIF with an orientation that libexif does not find, for what is around it.
  static let misplaced: [(String, [UInt8])] = [
    (
      "a byte order that is none",
      segment(0xE1, Array("Exif\0\0IM*\0".utf8) + [8, 0, 0, 0] + sixLittleEndian)
    ),
    ("an entry that is cut", segment(0xE1, Array(orientation(6).dropFirst(4).dropLast(6)))),
  ]

  private static let sixLittleEndian: [UInt8] = [1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]

  /// EXIF with two orientations, of which the first holds.
  static func orientations(_ first: UInt16, _ second: UInt16) -> [UInt8] {
    exif([first, second].map { (0x0112, 3, 1, big($0) + [0, 0]) })
  }

  /// EXIF with a place on earth and a description.
  static func whereabouts(_ text: String) -> [UInt8] {
    let description = Array(text.utf8) + [0]
    // Behind the directory of two entries: the text, then the GPS directory with one entry.
    let textAt = UInt32(8 + 2 + 2 * 12 + 4), placeAt = textAt + UInt32(description.count)
    let entries: [Entry] = [
      (0x010E, 2, UInt32(description.count), big(textAt)), (0x8825, 4, 1, big(placeAt)),
    ]
    let place: [UInt8] = big(UInt16(1)) + entry((0x0001, 2, 2, Array("N\0\0\0".utf8))) + big(UInt32(0))
    return exif(entries, then: description + place)
  }

  static func xmp(_ text: String) -> [UInt8] {
    segment(
      0xE1,
      Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x='adobe:ns:meta/'>\(text)</x:xmpmeta>".utf8))
  }

  static func profile(_ bytes: [UInt8]) -> [UInt8] {
    segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + bytes)
  }

  static func comment(_ text: String) -> [UInt8] { segment(0xFE, Array(text.utf8)) }

  private typealias Entry = (tag: UInt16, kind: UInt16, count: UInt32, value: [UInt8])

  private static func exif(_ entries: [Entry], then rest: [UInt8] = []) -> [UInt8] {
    let directory = big(UInt16(entries.count)) + entries.flatMap(entry) + big(UInt32(0))
    return segment(0xE1, Array("Exif\0\0MM\0*".utf8) + big(UInt32(8)) + directory + rest)
  }

  private static func entry(_ entry: Entry) -> [UInt8] {
    big(entry.tag) + big(entry.kind) + big(entry.count) + entry.value
  }

  private static func big(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
