internal import Model

/// Base64 (RFC 4648, section 4) that comes in pieces.
///
/// Blanks and line ends between the characters do not count, and the padding at the end may be missing; anything else
/// that is no base64 is refused, which libraries that decode in pieces let pass.
struct Base64Decoder {
  enum Fault: Error, Hashable {
    case character(UInt8)
    case afterEnd
    /// One character alone is no byte.
    case length(Int)
  }

  /// Characters so far, without padding.
  private(set) var count = 0
  private var padding = 0
  private var bits: UInt32 = 0

  /// Appends what the text stands for.
  mutating func decode(_ text: ArraySlice<UInt8>, into bytes: inout [UInt8]) throws(Fault) {
    for character in text {
      let value = Self.values[Int(character)]
      if value < 64 {
        if padding > 0 { throw .afterEnd }
        bits = bits << 6 | UInt32(value)
        count += 1
        if count & 3 == 0 { append(3, to: &bytes) }
      } else if value == Self.pad {
        padding += 1
      } else if value == Self.none {
        throw .character(character)
      }
    }
  }

  /// Appends what is left.
  mutating func finish(into bytes: inout [UInt8]) throws(Fault) {
    let left = count & 3
    if left == 1 || padding > (4 - left) & 3 { throw .length(count) }
    guard left > 0 else { return }
    bits <<= 6 * UInt32(4 - left)
    append(left - 1, to: &bytes)
  }

  private mutating func append(_ length: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
    if length > 1 { bytes.append(UInt8(truncatingIfNeeded: bits >> 8)) }
    if length > 2 { bytes.append(UInt8(truncatingIfNeeded: bits)) }
    bits = 0
  }

  /// Of text at hand; nil where it is none.
  static func decoded(_ text: [UInt8]) -> [UInt8]? {
    var decoder = Base64Decoder()
    var bytes: [UInt8] = []
    do throws(Fault) {
      try decoder.decode(text[...], into: &bytes)
      try decoder.finish(into: &bytes)
    } catch { return nil }
    return bytes
  }

  private static let pad: UInt8 = 64
  private static let space: UInt8 = 65
  private static let none: UInt8 = 255

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: none, count: 256)
    for (value, character) in base64Alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    values[Int(UInt8(ascii: "="))] = pad
    for character in " \t\r\n".utf8 { values[Int(character)] = space }
    return values
  }()
}
