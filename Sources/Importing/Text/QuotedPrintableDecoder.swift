/// Quoted-printable (RFC 2045, section 6.7) that comes in pieces, the ends of its lines taken off.
///
/// What is no escape stands for itself, as the standard proposes for text that has suffered on its way.
struct QuotedPrintableDecoder {
  /// An escape that is not all there.
  private var held: [UInt8] = []

  /// Whether the line goes on in the next one.
  var goesOn: Bool { held == [escape] }

  mutating func decode(_ text: ArraySlice<UInt8>, into bytes: inout [UInt8]) {
    for character in text { decode(character, into: &bytes) }
  }

  private mutating func decode(_ character: UInt8, into bytes: inout [UInt8]) {
    guard !held.isEmpty || character == escape else { return bytes.append(character) }
    held.append(character)
    guard held.count == 3 else { return }
    bytes += escapedByte(held).map { [$0] } ?? held
    held = []
  }

  /// The line was ended only to keep it short.
  mutating func goOn() { held = [] }

  mutating func finish(into bytes: inout [UInt8]) {
    bytes += held
    held = []
  }
}

private let escape = UInt8(ascii: "=")
