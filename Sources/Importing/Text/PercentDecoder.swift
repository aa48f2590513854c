/// The escapes of an address (RFC 3986, section 2.1), such as `%2B`; its text comes in pieces.
struct PercentDecoder {
  private var held: [UInt8] = []

  mutating func decode(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for character in text {
      guard !held.isEmpty || character == UInt8(ascii: "%") else {
        bytes.append(character)
        continue
      }
      held.append(character)
      guard held.count == 3 else { continue }
      bytes += escapedByte(held).map { [$0] } ?? held
      held = []
    }
    return bytes
  }

  /// What is left of an escape that is cut off.
  mutating func finish() -> [UInt8] {
    defer { held = [] }
    return held
  }
}

/// What two hexadecimal digits behind a mark stand for.
func escapedByte(_ text: [UInt8]) -> UInt8? {
  let digits = text.dropFirst().compactMap { Character(UnicodeScalar($0)).hexDigitValue }
  return digits.count == 2 ? UInt8(digits[0] << 4 | digits[1]) : nil
}
