/// Lines of a vCard or of LDIF, folded: a line that is too long goes on in the next one, behind a blank.
struct FoldedText {
  private(set) var bytes: [UInt8] = []
  /// Bytes of the longest line, without its end.
  let width: Int
  let lineEnd: [UInt8]

  init(width: Int, lineEnd: String) {
    self.width = width
    self.lineEnd = Array(lineEnd.utf8)
  }

  mutating func add(_ line: String) { add(Array(line.utf8)) }

  /// No character of UTF-8 is cut in two: there are readers that look at each line alone.
  mutating func add(_ line: [UInt8]) {
    var rest = line[...]
    var room = width
    repeat {
      var part = rest.prefix(room)
      while part.count < rest.count, part.count > 1, isContinuation(rest[part.endIndex]) { part.removeLast() }
      bytes += part
      bytes += lineEnd
      rest = rest[part.endIndex...]
      if !rest.isEmpty { bytes.append(UInt8(ascii: " ")) }
      room = width - 1
    } while !rest.isEmpty
  }

  private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
