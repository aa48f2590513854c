/// Finds the end of a value, and keeps its bytes.
struct JSONScan {
  private enum State {
    case plain, quoted, escaped
    /// Behind what may begin a comment, or end one.
    case slash, star
    case lineComment, blockComment
  }

  private(set) var bytes: [UInt8] = []
  private(set) var isTooLong = false
  private(set) var isOver = false
  /// The line ended within a string: what follows cannot be told apart.
  private(set) var isLost = false
  private var depth = 0
  private var state = State.plain

  /// Whether a value that needs no bracket, or is none at all, is over here.
  func ends(before byte: UInt8) -> Bool {
    depth == 0 && state == .plain && !bytes.isEmpty && Array(" \t\r\n,]{[".utf8).contains(byte)
  }

  /// Whether nothing more belongs to it.
  var isWhole: Bool { isOver || depth == 0 && state == .plain }

  /// The bytes; where the text ended first, without the line ends behind them.
  var trimmed: [UInt8] {
    if isOver { return bytes }
    let last = bytes.lastIndex { $0 != UInt8(ascii: "\n") }
    return last.map { Array(bytes[...$0]) } ?? []
  }

  private static let quoteMarks = marks("\"\\")
  private static let plainMarks = marks("\"/{}[], \t\r")
  private static let allMarks = [Bool](repeating: true, count: 256)

  private static func marks(_ text: String) -> [Bool] {
    var marks = [Bool](repeating: false, count: 256)
    for byte in text.utf8 { marks[Int(byte)] = true }
    return marks
  }

  /// The bytes that make a difference here.
  var marks: [Bool] {
    switch state {
    case .quoted: Self.quoteMarks
    case .plain: Self.plainMarks
    default: Self.allMarks
    }
  }

  /// Takes bytes that are no marks.
  mutating func add(_ run: ArraySlice<UInt8>) {
    let room = ByteStream.longestLine - bytes.count
    if run.count > room { isTooLong = true } else { bytes += run }
  }

  mutating func add(_ byte: UInt8) {
    if bytes.count < ByteStream.longestLine { bytes.append(byte) } else { isTooLong = true }
    switch state {
    case .plain: state = plain(byte)
    case .quoted: state = quoted(byte)
    case .escaped: state = .quoted
    case .slash:
      state =
        byte == UInt8(ascii: "/") ? .lineComment : byte == UInt8(ascii: "*") ? .blockComment : plain(byte)
    case .lineComment: if byte == UInt8(ascii: "\n") { state = .plain }
    case .blockComment: if byte == UInt8(ascii: "*") { state = .star }
    case .star: state = byte == UInt8(ascii: "/") ? .plain : byte == UInt8(ascii: "*") ? .star : .blockComment
    }
  }

  private mutating func plain(_ byte: UInt8) -> State {
    switch byte {
    case UInt8(ascii: "\""): return .quoted
    case UInt8(ascii: "/"): return .slash
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      isOver = depth <= 0
    default: break
    }
    return .plain
  }

  private mutating func quoted(_ byte: UInt8) -> State {
    switch byte {
    case UInt8(ascii: "\n"): (isLost, isOver) = (true, true)
    case UInt8(ascii: "\\"): return .escaped
    case UInt8(ascii: "\""):
      isOver = depth == 0
      return .plain
    default: break
    }
    return .quoted
  }
}
