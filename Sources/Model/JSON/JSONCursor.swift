/// A position in a text that has been found to be UTF-8; counts lines and columns as it goes.
struct JSONCursor {
  private let bytes: [UInt8]
  private(set) var index = 0
  private(set) var place = Place.start

  /// Throws where the bytes are too many, or no UTF-8.
  init(_ bytes: [UInt8]) throws(DocumentProblem) {
    guard bytes.count <= Document.largest else {
      throw DocumentProblem(.tooLarge(limit: Document.largest), at: .start)
    }
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    try checkEncoding()
  }

  private func checkEncoding() throws(DocumentProblem) {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      var ahead = self
      while ahead.index < error.byteOffsets.lowerBound { ahead.advance() }
      throw DocumentProblem(.notUTF8(byte: bytes[error.byteOffsets.lowerBound]), at: ahead.place)
    }
  }

  /// The byte here; nil at the end.
  var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// The byte behind that; nil past the end.
  var next: UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }

  /// The whole character here; empty at the end.
  var character: String {
    let rest = bytes[index...].prefix(4)
    let length = rest.dropFirst().prefix { $0 & 0xC0 == 0x80 }.count + 1
    return String(decoding: rest.prefix(length), as: UTF8.self)
  }

  /// Goes one byte on; must not be at the end.
  mutating func advance() {
    let passed = bytes[index]
    index += 1
    if passed == UInt8(ascii: "\n") || (passed == UInt8(ascii: "\r") && byte != UInt8(ascii: "\n")) {
      place.line += 1
      place.column = 1
    } else if passed & 0xC0 != 0x80 {
      place.column += 1
    }
  }

  /// Goes past this byte if it is here.
  mutating func take(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    advance()
    return true
  }

  /// Goes past all bytes that pass a test, and gives them as text.
  mutating func take(while matches: (UInt8) -> Bool) -> String {
    let start = index
    while let byte, matches(byte) { advance() }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Goes past blanks, line ends and comments.
  mutating func skipBlanks() throws(DocumentProblem) {
    while let byte {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): advance()
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(DocumentProblem) {
    switch next {
    case UInt8(ascii: "/"):
      while let byte, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") { advance() }
    case UInt8(ascii: "*"): try skipBlockComment()
    default: throw DocumentProblem(.unexpected("/", wanted: .comment), at: place)
    }
  }

  private mutating func skipBlockComment() throws(DocumentProblem) {
    let start = place
    advance()
    advance()
    while byte != nil {
      if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
        advance()
        return advance()
      }
      advance()
    }
    throw DocumentProblem(.unfinished(.comment), at: start)
  }
}
