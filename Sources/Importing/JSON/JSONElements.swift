internal import Model

/// One of many documents in a text.
struct JSONElement {
  /// Where it begins in the text.
  var at: Place
  var bytes: [UInt8]
}

/// The elements of an array, or values one behind the other, each taken out as bytes without being read.
///
/// What stands between them is not looked at closely. Where a string does not end in its line, as none may, the element
/// is broken off, and the next one is looked for at the beginning of a line.
struct JSONElements {
  private var text: JSONText
  private var hasBegun = false
  /// Whether a bracket was opened that is to be closed.
  private var isArray = false
  private var isOver = false

  init(_ stream: ByteStream) { text = JSONText(stream) }

  /// Nil at the end.
  mutating func next() throws(CommandProblem) -> Result<JSONElement, RowProblem>? {
    if isOver { return nil }
    if !hasBegun { try begin() }
    try text.skipBlanks(and: UInt8(ascii: ","))
    if isArray, try text.take(UInt8(ascii: "]")) { return try end() }
    guard try text.peek() != nil else { return finish(isArray ? Explanation("import.json.unclosed") : nil) }
    return try element()
  }

  private mutating func begin() throws(CommandProblem) {
    hasBegun = true
    try text.skipBlanks(and: nil)
    isArray = try text.take(UInt8(ascii: "["))
  }

  private mutating func end() throws(CommandProblem) -> Result<JSONElement, RowProblem>? {
    try text.skipBlanks(and: nil)
    return finish(try text.peek() == nil ? nil : Explanation("import.json.behindEnd"))
  }

  private mutating func finish(_ why: Explanation?) -> Result<JSONElement, RowProblem>? {
    isOver = true
    return why.map { .failure(RowProblem(line: text.place.line, $0)) }
  }

  private mutating func element() throws(CommandProblem) -> Result<JSONElement, RowProblem> {
    let start = text.place
    var scan = JSONScan()
    while let byte = try text.peek(), !scan.ends(before: byte) {
      scan.add(text.run(until: scan.marks))
      guard let byte = try text.peek(), !scan.ends(before: byte) else { break }
      scan.add(byte)
      text.advance()
      if scan.isOver { break }
    }
    // What is cut off within an element says so itself.
    if try text.peek() == nil, !scan.isWhole { isOver = true }
    if scan.isLost { try text.skipLines(to: [UInt8(ascii: "{"), UInt8(ascii: "]")]) }
    guard !scan.isTooLong else {
      let flaw = TextFlaw.tooLong(limit: ByteStream.longestLine)
      return .failure(RowProblem(line: start.line, flaw.explanation))
    }
    return .success(JSONElement(at: start, bytes: scan.trimmed))
  }
}
