internal import Glibc
package import Model

/// A source's text, read as a stream: lines with their numbers, whole or in pieces, in memory that does not grow.
///
/// A byte order mark is gone, and UTF-16 that begins with one has become UTF-8. Whether the rest is UTF-8 is each line's
/// matter: one bad line is one bad row. Lines end with CR LF, LF, or, where the beginning has no LF, with CR.
package final class ByteStream {
  /// Bytes of the longest line that is given as a whole.
  package static let longestLine = 1 << 20
  /// How much is looked at to find out what it is.
  private static let beginning = 1 << 12

  /// Some bytes of a line, without its end.
  package struct Piece {
    /// The line's number, from 1.
    package var line: Int
    /// None where a line is empty, or ends behind what was given already.
    package var bytes: ArraySlice<UInt8>
    /// Every line has one such piece, the last line too.
    package var endsLine: Bool
  }

  private var feed: any ByteFeed
  private var buffer: [UInt8] = []
  /// Where in the buffer the next byte is.
  private var start = 0
  private var isOver = false
  private let lineEnd: UInt8
  /// Whether some of the line at hand was given already.
  private var isWithinLine = false
  /// The number of the line at hand.
  private var number = 1
  private let longestPiece: Int

  package init(_ feed: any ByteFeed, pieces longest: Int = 1 << 16) throws(CommandProblem) {
    (self.feed, longestPiece) = (feed, longest)
    var begun: [UInt8] = []
    while begun.count < Self.beginning {
      let piece = try feed.piece()
      if piece.isEmpty { break }
      begun += piece
    }
    if let utf16 = Self.utf16(feed, begun) {
      self.feed = utf16
      begun = try utf16.piece()
    } else if begun.starts(with: [0xEF, 0xBB, 0xBF]) {
      begun.removeFirst(3)
    }
    let isOfCR = !begun.contains(UInt8(ascii: "\n")) && begun.contains(UInt8(ascii: "\r"))
    lineEnd = isOfCR ? UInt8(ascii: "\r") : UInt8(ascii: "\n")
    buffer = begun
  }

  private static func utf16(_ feed: any ByteFeed, _ begun: [UInt8]) -> UTF16Feed? {
    let rest = Array(begun.dropFirst(2))
    if begun.starts(with: [0xFF, 0xFE]) { return UTF16Feed(feed, begun: rest, isLittle: true) }
    if begun.starts(with: [0xFE, 0xFF]) { return UTF16Feed(feed, begun: rest, isLittle: false) }
    return nil
  }

  /// The byte that comes next, a line's end too; nil at the end.
  package func peek() throws(CommandProblem) -> UInt8? {
    while start == buffer.count { guard try fill() else { return nil } }
    return buffer[start]
  }

  /// The next bytes of a line: all of it where it is no longer than a piece.
  package func piece() throws(CommandProblem) -> Piece? {
    var looked = start
    while true {
      if let end = lineEnd(from: looked) { return give(upTo: end, endsLine: true) }
      looked = buffer.count - start
      // A CR may belong to the line's end.
      if looked > longestPiece { return give(upTo: buffer.count - 1, endsLine: false) }
      guard try fill() else { break }
      looked += start
    }
    guard start < buffer.count || isWithinLine else { return nil }
    return give(upTo: buffer.count, endsLine: true)
  }

  private func give(upTo end: Int, endsLine: Bool) -> Piece {
    let hasCR = endsLine && end > start && buffer[end - 1] == UInt8(ascii: "\r")
    let piece = Piece(line: number, bytes: buffer[start..<(hasCR ? end - 1 : end)], endsLine: endsLine)
    start = endsLine ? min(end + 1, buffer.count) : end
    number += endsLine ? 1 : 0
    isWithinLine = !endsLine
    return piece
  }

  private func lineEnd(from index: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard index < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + index, CInt(lineEnd), bytes.count - index)
      else { return nil }
      return base.distance(to: found)
    }
  }

  /// Whether more has come.
  private func fill() throws(CommandProblem) -> Bool {
    let more = isOver ? [] : try feed.piece()
    isOver = more.isEmpty
    if start == buffer.count { buffer = more } else { buffer = buffer[start...] + more }
    start = 0
    return !isOver
  }
}

extension ByteStream {
  /// The next line; nil at the end.
  package func line() throws(CommandProblem) -> Line? {
    guard var piece = try piece() else { return nil }
    var line = Line(number: piece.line, bytes: piece.bytes)
    while !piece.endsLine, let next = try self.piece() {
      piece = next
      line.isTooLong = line.isTooLong || line.bytes.count + piece.bytes.count > Self.longestLine
      if !line.isTooLong { line.bytes += piece.bytes }
    }
    return line
  }
}

/// A line of a source, without its end.
package struct Line {
  /// From 1.
  package var number: Int
  /// Only its beginning where it is too long.
  package var bytes: ArraySlice<UInt8>
  package var isTooLong = false

  package init(number: Int, bytes: ArraySlice<UInt8>) {
    self.number = number
    self.bytes = bytes
  }
}
