internal import Model

/// The first picture's directory in a TIFF: enough to tell whether all of its data lies within the file.
struct TIFFStructure {
  private let bytes: ByteReader
  private let littleEndian: Bool
  /// BigTIFF: numbers of eight bytes.
  private let isBig: Bool

  init(_ bytes: ByteReader) {
    self.bytes = bytes
    littleEndian = bytes.byte(0) == UInt8(ascii: "I")
    isBig = bytes.byte(littleEndian ? 2 : 3) == 0x2B
  }

  /// What is not there; nil where all is.
  var missing: Message? {
    guard let entries = entries() else { return Message("detail.directory") }
    // Metadata behind the picture counts, too: without it the file is not yet the one that was sent.
    guard entries.values.allSatisfy(isInside) else { return Message("detail.value") }
    for (offsets, lengths) in [(273, 279), (324, 325)] {
      let starts = entries[offsets].flatMap(values) ?? [], sizes = entries[lengths].flatMap(values) ?? []
      if zip(starts, sizes).contains(where: { $0 + $1 > bytes.count }) {
        return Message("detail.data")
      }
    }
    return nil
  }

  /// Where the bytes of an entry lie; nil where it is none of bytes.
  func block(_ tag: Int) -> Range<Int>? {
    guard let entry = entries()?[tag], entry.kind == 7, isInside(entry), let start = start(entry, 1) else {
      return nil
    }
    return start..<(start + entry.count)
  }

  /// The number of an entry that holds a single short one, `missing` where there is no such entry; nil where either is
  /// not as it should be.
  func short(_ tag: Int, missing: Int) -> Int? {
    guard isMarked, number(2, 2) == 42, let entries = entries() else { return nil }
    guard let entry = entries[tag] else { return missing }
    return entry.kind == 3 && entry.count == 1 ? number(entry.place, 2) : nil
  }

  /// Whether it begins with one of the two byte orders.
  private var isMarked: Bool { bytes.has("II", at: 0) || bytes.has("MM", at: 0) }

  /// A number in the byte order of this file.
  func number(_ place: Int, _ length: Int) -> Int? {
    bytes.number(place, bytes: length, littleEndian: littleEndian)
  }

  private struct Entry {
    let kind: Int
    let count: Int
    /// Of the value, or of where it is.
    let place: Int
  }

  private var word: Int { isBig ? 8 : 4 }

  private func entries() -> [Int: Entry]? {
    let head = isBig ? 8 : 2
    guard let start = number(isBig ? 8 : 4, word), start <= bytes.count, let count = number(start, head),
      // None has no entry: TIFF 6.0, section 2.
      1...65_536 ~= count
    else { return nil }
    var found: [Int: Entry] = [:]
    for i in 0..<count {
      let place = start + head + i * (4 + 2 * word)
      guard let tag = number(place, 2), let kind = number(place + 2, 2), let values = number(place + 4, word),
        place + 4 + 2 * word <= bytes.count
      else {
        return nil
      }
      // The first of a tag holds, as libexif and libtiff have it.
      if found[tag] == nil { found[tag] = Entry(kind: kind, count: values, place: place + 4 + word) }
    }
    return found
  }

  /// Bytes of one value of each kind that TIFF knows.
  private static let lengths = [
    1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8,
  ]

  private func start(_ entry: Entry, _ length: Int) -> Int? {
    entry.count <= word / length ? entry.place : number(entry.place, word)
  }

  private func isInside(_ entry: Entry) -> Bool {
    guard let length = Self.lengths[entry.kind] else { return true }
    guard entry.count <= bytes.count / length, let start = start(entry, length) else { return false }
    return start <= bytes.count - entry.count * length
  }

  /// The entry's numbers; none where they are of a kind that no offset has.
  private func values(_ entry: Entry) -> [Int]? {
    guard [3, 4, 13, 16, 18].contains(entry.kind), let length = Self.lengths[entry.kind], isInside(entry),
      let start = start(entry, length)
    else { return nil }
    return (0..<entry.count).compactMap { number(start + $0 * length, length) }.map { min($0, 1 << 60) }
  }
}
