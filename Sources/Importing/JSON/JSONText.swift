internal import Model

/// A stream's bytes one by one, with their places; a line's end is one byte.
struct JSONText {
  private let stream: ByteStream
  private var bytes: ArraySlice<UInt8> = []
  /// Whether a line's end follows the bytes.
  private var endsLine = false
  private(set) var place = Place.start

  init(_ stream: ByteStream) { self.stream = stream }

  mutating func peek() throws(CommandProblem) -> UInt8? {
    while bytes.isEmpty, !endsLine {
      guard let piece = try stream.piece() else { return nil }
      (bytes, endsLine) = (piece.bytes, piece.endsLine)
    }
    return bytes.first ?? UInt8(ascii: "\n")
  }

  /// Goes past the byte that was looked at.
  mutating func advance() {
    guard let byte = bytes.popFirst() else {
      endsLine = false
      place = Place(line: place.line + 1, column: 1)
      return
    }
    if byte & 0xC0 != 0x80 { place.column += 1 }
  }

  /// Goes past bytes of this line that are at hand and no marks, and gives them.
  mutating func run(until isMark: [Bool]) -> ArraySlice<UInt8> {
    let run = bytes.prefix { !isMark[Int($0)] }
    bytes = bytes[run.endIndex...]
    place.column += run.count { $0 & 0xC0 != 0x80 }
    return run
  }

  mutating func take(_ wanted: UInt8) throws(CommandProblem) -> Bool {
    guard try peek() == wanted else { return false }
    advance()
    return true
  }

  /// Goes past blanks, comments, and one kind of byte between values.
  mutating func skipBlanks(and separator: UInt8?) throws(CommandProblem) {
    while let byte = try peek() {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): advance()
      case UInt8(ascii: "/"): try skipComment()
      case separator: advance()
      default: return
      }
    }
  }

  /// Goes on to a line that begins with one of these, behind blanks.
  mutating func skipLines(to beginnings: [UInt8]) throws(CommandProblem) {
    while true {
      while let byte = try peek(), byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { advance() }
      guard let byte = try peek(), !beginnings.contains(byte) else { return }
      try skipLine()
      guard try peek() != nil else { return }
      advance()
    }
  }

  private mutating func skipLine() throws(CommandProblem) {
    while let byte = try peek(), byte != UInt8(ascii: "\n") { advance() }
  }

  private mutating func skipComment() throws(CommandProblem) {
    advance()
    guard try take(UInt8(ascii: "*")) else { return try skipLine() }
    var last: UInt8 = 0
    while let byte = try peek() {
      advance()
      if last == UInt8(ascii: "*"), byte == UInt8(ascii: "/") { return }
      last = byte
    }
  }
}
