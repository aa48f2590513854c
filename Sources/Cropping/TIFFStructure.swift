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
  var missing: String? {
    guard let entries = entries() else { return "the directory lies past the end" }
    for (offsets, lengths) in [(273, 279), (324, 325)] {
      guard let starts = entries[offsets], let sizes = entries[lengths] else { continue }
      guard let starts = values(starts), let sizes = values(sizes) else { return "the list of strips lies past the end" }
      if zip(starts, sizes).contains(where: { $0 + $1 > bytes.count }) { return "picture data lies past the end" }
    }
    return nil
  }

  private struct Entry {
    let kind: Int
    let count: Int
    /// Of the value, or of where it is.
    let place: Int
  }

  private var word: Int { isBig ? 8 : 4 }

  private func number(_ place: Int, _ length: Int) -> Int? {
    bytes.number(place, bytes: length, littleEndian: littleEndian)
  }

  private func entries() -> [Int: Entry]? {
    let head = isBig ? 8 : 2
    guard let start = number(isBig ? 8 : 4, word), start <= bytes.count, let count = number(start, head), count <= 65_536
    else { return nil }
    var found: [Int: Entry] = [:]
    for i in 0..<count {
      let place = start + head + i * (4 + 2 * word)
      guard let tag = number(place, 2), let kind = number(place + 2, 2), let values = number(place + 4, word) else {
        return nil
      }
      found[tag] = Entry(kind: kind, count: values, place: place + 4 + word)
    }
    return found
  }

  /// The entry's numbers; none where they are of a kind that no offset has.
  private func values(_ entry: Entry) -> [Int]? {
    guard let length = [3: 2, 4: 4, 13: 4, 16: 8, 18: 8][entry.kind] else { return [] }
    guard entry.count <= bytes.count / length else { return nil }
    let inPlace = entry.count * length <= word
    guard let start = inPlace ? entry.place : number(entry.place, word), start <= bytes.count else { return nil }
    var result: [Int] = []
    for i in 0..<entry.count {
      guard let value = number(start + i * length, length), value < 1 << 60 else { return nil }
      result.append(value)
    }
    return result
  }
}
