/// A record of a table: RFC 4180, section 2.
struct CSVRecord {
  /// The first line that it is in, from 1.
  var line: Int
  var cells: [String]
}

/// Takes a record apart, line by line: a cell in quotation marks may go on in the next one.
///
/// More is read than RFC 4180 has: blanks around a cell, and quotation marks within one that does not begin with them.
struct CSVCells {
  private enum State {
    case start, quoted, behindQuotes
  }

  private static let quote = UInt8(ascii: "\"")
  private static let blanks = [UInt8(ascii: " "), UInt8(ascii: "\t")]

  let delimiter: UInt8
  private(set) var cells: [[UInt8]] = []
  private var quoted: [UInt8] = []
  private var state = State.start

  init(delimiter: UInt8) { self.delimiter = delimiter }

  /// Whether the last cell goes on in the next line.
  var isOpen: Bool { state == .quoted }

  /// Something stands behind a cell's closing quotation mark.
  struct Malformed: Error {}

  mutating func add(_ line: ArraySlice<UInt8>) throws(Malformed) {
    if isOpen { quoted.append(UInt8(ascii: "\n")) }
    var rest = line
    while true {
      switch state {
      case .start: if !beginCell(&rest) { return }
      case .quoted: if !goOn(&rest) { return }
      case .behindQuotes: if try !endCell(&rest) { return }
      }
    }
  }

  /// Reads a cell without quotation marks, or the opening one; answers whether something may follow.
  private mutating func beginCell(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let text = rest.drop { Self.blanks.contains($0) && $0 != delimiter }
    if text.first == Self.quote {
      rest = text.dropFirst()
      state = .quoted
      return true
    }
    let end = text.firstIndex(of: delimiter)
    cells.append(Array(Self.trimmed(text[..<(end ?? text.endIndex)])))
    rest = end.map { text[($0 + 1)...] } ?? []
    return end != nil
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let last = text.lastIndex { !blanks.contains($0) }
    return last.map { text[...$0] } ?? []
  }

  /// Reads up to the closing quotation mark, or to the line's end; two of them are one of the text.
  private mutating func goOn(_ rest: inout ArraySlice<UInt8>) -> Bool {
    guard let end = rest.firstIndex(of: Self.quote) else {
      quoted += rest
      return false
    }
    quoted += rest[..<end]
    rest = rest[(end + 1)...]
    if rest.first == Self.quote {
      quoted.append(Self.quote)
      rest = rest.dropFirst()
    } else {
      state = .behindQuotes
    }
    return true
  }

  private mutating func endCell(_ rest: inout ArraySlice<UInt8>) throws(Malformed) -> Bool {
    let behind = rest.drop { Self.blanks.contains($0) && $0 != delimiter }
    guard behind.isEmpty || behind.first == delimiter else { throw Malformed() }
    cells.append(quoted)
    (quoted, state) = ([], .start)
    rest = behind.dropFirst()
    return !behind.isEmpty
  }
}
