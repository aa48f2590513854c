extension JSONValue {
  /// How deep arrays and objects may lie in each other.
  package static let deepest = 64

  /// Reads JSON; comments, trailing commas and a byte order mark are read too.
  package init(reading bytes: [UInt8]) throws(DocumentProblem) {
    var reader = JSONReader(cursor: try JSONCursor(bytes))
    self = try reader.document()
  }
}

/// Reads one document, by recursive descent.
struct JSONReader {
  var cursor: JSONCursor
  private var depth = 0

  init(cursor: JSONCursor) { self.cursor = cursor }

  mutating func document() throws(DocumentProblem) -> JSONValue {
    try cursor.skipBlanks()
    guard cursor.byte != nil else { throw DocumentProblem(.empty, at: .start) }
    let value = try value()
    try cursor.skipBlanks()
    guard cursor.byte == nil else { throw unexpected(.endOfText) }
    return value
  }

  /// Reads a value; blanks before it must have been skipped.
  private mutating func value() throws(DocumentProblem) -> JSONValue {
    let start = cursor.place
    return JSONValue(try content(), at: start)
  }

  private mutating func content() throws(DocumentProblem) -> JSONValue.Content {
    switch cursor.byte {
    case UInt8(ascii: "{"): .object(try nested { reader throws(DocumentProblem) in try reader.members() })
    case UInt8(ascii: "["): .array(try nested { reader throws(DocumentProblem) in try reader.elements() })
    case UInt8(ascii: "\""): .string(try string())
    case .some(let byte)
    where isDigit(byte) || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ".")].contains(byte):
      .number(try number())
    case .some(let byte) where isWordPart(byte): try word()
    case UInt8(ascii: "'"): throw problem(.notJSON(.singleQuotes))
    default: throw unexpected(.value)
    }
  }

  /// Goes past the opening bracket, and keeps count of the depth.
  private mutating func nested<Result>(
    _ read: (inout JSONReader) throws(DocumentProblem) -> Result
  ) throws(DocumentProblem) -> Result {
    guard depth < JSONValue.deepest else { throw problem(.tooDeep(limit: JSONValue.deepest)) }
    depth += 1
    cursor.advance()
    let result = try read(&self)
    depth -= 1
    return result
  }

  private mutating func elements() throws(DocumentProblem) -> [JSONValue] {
    var elements: [JSONValue] = []
    try cursor.skipBlanks()
    while !cursor.take(UInt8(ascii: "]")) {
      elements.append(try value())
      try separator(before: UInt8(ascii: "]"), .commaOrBracket)
    }
    return elements
  }

  private mutating func members() throws(DocumentProblem) -> [JSONMember] {
    var members: [JSONMember] = []
    var seen: [[UInt8]: Place] = [:]
    try cursor.skipBlanks()
    while !cursor.take(UInt8(ascii: "}")) {
      let member = try member()
      // By bytes: String would take two spellings of an accent for one key.
      if let first = seen.updateValue(member.at, forKey: Array(member.key.utf8)) {
        throw DocumentProblem(.duplicateKey(member.key, first: first), at: member.at)
      }
      members.append(member)
      try separator(before: UInt8(ascii: "}"), .commaOrBrace)
    }
    return members
  }

  private mutating func member() throws(DocumentProblem) -> JSONMember {
    let start = cursor.place
    let key = try key()
    try cursor.skipBlanks()
    guard cursor.take(UInt8(ascii: ":")) else { throw unexpected(.colon) }
    try cursor.skipBlanks()
    return JSONMember(key, try value(), at: start)
  }

  private mutating func key() throws(DocumentProblem) -> String {
    switch cursor.byte {
    case UInt8(ascii: "\""): return try string()
    case UInt8(ascii: "'"): throw problem(.notJSON(.singleQuotes))
    case .some(let byte) where isWordPart(byte): throw problem(.notJSON(.bareKey))
    default: throw unexpected(.key)
    }
  }

  /// A comma, or the end that may follow it.
  private mutating func separator(before end: UInt8, _ wanted: Syntax) throws(DocumentProblem) {
    try cursor.skipBlanks()
    if cursor.take(UInt8(ascii: ",")) { return try cursor.skipBlanks() }
    guard cursor.byte == end else { throw unexpected(wanted) }
  }

  private mutating func word() throws(DocumentProblem) -> JSONValue.Content {
    let start = cursor.place
    let word = cursor.take(while: isWordPart)
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "null": return .null
    default: throw DocumentProblem(isNotFinite(word) ? .notFinite(word) : .unknownValue(word), at: start)
    }
  }

  func problem(_ fault: DocumentProblem.Fault) -> DocumentProblem { DocumentProblem(fault, at: cursor.place) }

  func unexpected(_ wanted: Syntax) -> DocumentProblem {
    problem(cursor.byte == nil ? .unfinished(wanted) : .unexpected(cursor.character, wanted: wanted))
  }
}

func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

/// Whether a byte can be part of a name in JavaScript.
func isWordPart(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
    UInt8(ascii: "$"):
    true
  default: isDigit(byte)
  }
}

/// Whether this is how some language writes a number that is none.
func isNotFinite(_ word: String) -> Bool { ["nan", "inf", "infinity"].contains(word.lowercased()) }
