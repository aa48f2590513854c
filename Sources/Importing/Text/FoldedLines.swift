internal import Model

/// Lines of which each may go on in the next, behind a blank (RFC 2849; RFC 6350, section 3.2), in pieces.
///
/// Nothing is put together here: a line may be longer than memory.
final class FoldedLines {
  /// More of a line.
  struct Part {
    var bytes: ArraySlice<UInt8>
    /// Whether a blank stood before these, by which the line went on.
    var isFolded: Bool
  }

  private let stream: ByteStream
  /// Whether more of the line may come.
  private(set) var isWithinLine = false
  private var isFolded = false
  /// The last line, as an editor counts them, of which something was read.
  private(set) var last = 0

  init(_ stream: ByteStream) { self.stream = stream }

  /// Goes to the next line, past what is left of this one; answers its number, or nil at the end.
  func next() throws(CommandProblem) -> Int? {
    while try part() != nil {}
    try goOn()
    return isWithinLine ? last + 1 : nil
  }

  /// More of the line; nil at its end.
  func part() throws(CommandProblem) -> Part? {
    guard isWithinLine, let piece = try stream.piece() else {
      isWithinLine = false
      return nil
    }
    var part = Part(bytes: piece.bytes, isFolded: isFolded)
    if isFolded { part.bytes = part.bytes.dropFirst() }
    last = piece.line
    isFolded = piece.endsLine ? try startsWithBlank() : false
    if piece.endsLine {
      isWithinLine = isFolded
      part.bytes = part.bytes.withoutReturns
    }
    return part
  }

  /// The next line belongs to this one, whatever it begins with.
  func goOn() throws(CommandProblem) { isWithinLine = try stream.peek() != nil }

  private func startsWithBlank() throws(CommandProblem) -> Bool {
    try stream.peek().map(isBlank) ?? false
  }
}

func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

extension ArraySlice<UInt8> {
  /// Some programs end their lines with two carriage returns; the stream takes one.
  fileprivate var withoutReturns: ArraySlice<UInt8> {
    var text = self
    while text.last == UInt8(ascii: "\r") { text.removeLast() }
    return text
  }
}
