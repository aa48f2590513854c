import Testing

@testable import Model

@Suite struct JSONReaderTests {
  struct Readable: Sendable {
    let text: String
    let value: JSONValue
    init(_ text: String, _ value: JSONValue) { (self.text, self.value) = (text, value) }
  }

  @Test(
    "JSON, comments, trailing commas and a byte order mark are read",
    arguments: [
      Readable("{}", [:]), Readable("[]", []), Readable(" null ", JSONValue(.null)),
      Readable("true", JSONValue(.boolean(true))), Readable("\u{FEFF}{ }", [:]),
      Readable("// note\n{ /* a\nb */ \"a\": 1, }// end", ["a": JSONValue(1)]),
      Readable("[1, 2,]", [JSONValue(1), JSONValue(2)]), Readable("/**/[/***/]", []),
      Readable(
        "[0, -0, 1.5, -2e3, 1E+2, 1e-2]",
        JSONValue(.array([0, 0, 1.5, -2000, 100, 0.01].map { JSONValue($0) }))),
      Readable(#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#, "\"\\/\u{8}\u{C}\n\r\t\u{E9}\u{1F600}"),
      Readable(#"{"a":{"b":[{}]}}"#, ["a": ["b": [[:]]]]), Readable("1e-999", JSONValue(0.0)),
      Readable("\"\u{E9}\"", "\u{E9}"),
      Readable("{\"\u{E9}\": 1, \"e\u{301}\": 2}", ["\u{E9}": JSONValue(1), "e\u{301}": JSONValue(2)]),
    ])
  func reads(_ example: Readable) throws {
    #expect(try JSONValue(reading: bytes(example.text)) == example.value)
  }

  struct Broken: Sendable {
    let text: String
    let place: Place
    let fault: DocumentProblem.Fault
    init(_ text: String, _ line: Int, _ column: Int, _ fault: DocumentProblem.Fault) {
      (self.text, place, self.fault) = (text, Place(line: line, column: column), fault)
    }
  }

  @Test(
    "what is no JSON is refused where it stands",
    arguments: [
      Broken("", 1, 1, .empty), Broken(" \n// x", 1, 1, .empty), Broken("{", 1, 2, .unfinished(.key)),
      Broken("[1", 1, 3, .unfinished(.commaOrBracket)), Broken("{\"a\":1", 1, 7, .unfinished(.commaOrBrace)),
      Broken("{\"a\"", 1, 5, .unfinished(.colon)), Broken("{\"a\":", 1, 6, .unfinished(.value)),
      Broken("\"abc", 1, 1, .unfinished(.string)), Broken("\"abc\\", 1, 6, .unfinished(.string)),
      Broken("{ /* x", 1, 3, .unfinished(.comment)),
      Broken("{} x", 1, 4, .unexpected("x", wanted: .endOfText)),
      Broken("[1 2]", 1, 4, .unexpected("2", wanted: .commaOrBracket)),
      Broken("[,]", 1, 2, .unexpected(",", wanted: .value)),
      Broken("{,}", 1, 2, .unexpected(",", wanted: .key)),
      Broken("[1,,]", 1, 4, .unexpected(",", wanted: .value)),
      Broken("[/]", 1, 2, .unexpected("/", wanted: .comment)),
      Broken("{\"a\" 1}", 1, 6, .unexpected("1", wanted: .colon)),
      Broken("\u{A0}{}", 1, 1, .unexpected("\u{A0}", wanted: .value)),
      Broken("\"é\" \u{1F600}", 1, 5, .unexpected("\u{1F600}", wanted: .endOfText)),
      Broken("{\r\n\"a\":\r'b'}", 3, 1, .notJSON(.singleQuotes)),
      Broken("{'a': 1}", 1, 2, .notJSON(.singleQuotes)),
      Broken("{a: 1}", 1, 2, .notJSON(.bareKey)), Broken("0x1F", 1, 1, .notJSON(.hexadecimal)),
      Broken("-0x1", 1, 1, .notJSON(.hexadecimal)), Broken("+1", 1, 1, .notJSON(.plusSign)),
      Broken("01", 1, 1, .notJSON(.leadingZero)), Broken("-.5", 1, 1, .notJSON(.noDigitBeforePoint)),
      Broken(".5", 1, 1, .notJSON(.noDigitBeforePoint)), Broken("5.", 1, 1, .notJSON(.noDigitBehindPoint)),
      Broken("5.e1", 1, 1, .notJSON(.noDigitBehindPoint)), Broken("1e", 1, 1, .notANumber("e")),
      Broken("1e+", 1, 1, .notANumber("e")), Broken("12px", 1, 1, .notANumber("12px")),
      Broken("1.5em", 1, 1, .notANumber("em")), Broken("-", 1, 1, .notANumber("")),
      Broken("-x", 1, 1, .notANumber("x")), Broken("1e5.5", 1, 4, .unexpected(".", wanted: .endOfText)),
      Broken("NaN", 1, 1, .notFinite("NaN")), Broken("-Infinity", 1, 1, .notFinite("-Infinity")),
      Broken("1e999", 1, 1, .notFinite("1e999")), Broken("-1e999", 1, 1, .notFinite("-1e999")),
      Broken("True", 1, 1, .unknownValue("True")), Broken("undefined", 1, 1, .unknownValue("undefined")),
      Broken("\"a\nb\"", 1, 3, .controlCharacter(10)), Broken("\"\u{1}\"", 1, 2, .controlCharacter(1)),
      Broken(#""\x41""#, 1, 2, .unknownEscape("x")), Broken(#""ab\u12""#, 1, 4, .unknownEscape("u12")),
      Broken(#""\u+123""#, 1, 2, .unknownEscape("u")), Broken(#""\u12g4""#, 1, 2, .unknownEscape("u12g4")),
      Broken(#""\u0000""#, 1, 2, .nul), Broken(#""\ud800""#, 1, 2, .loneSurrogate(0xD800)),
      Broken(#""\udc00\ud800""#, 1, 2, .loneSurrogate(0xDC00)),
      Broken(#""\ud800\u0041""#, 1, 2, .loneSurrogate(0xD800)),
      Broken(#""\ud800\n""#, 1, 2, .loneSurrogate(0xD800)),
      Broken("{\"a\": 1,\n  \"a\": 2}", 2, 3, .duplicateKey("a", first: Place(line: 1, column: 2))),
      Broken(String(repeating: "[", count: 65), 1, 65, .tooDeep(limit: 64)),
    ])
  func refuses(_ example: Broken) {
    let found = problem { () throws(DocumentProblem) in try JSONValue(reading: bytes(example.text)) }
    #expect(found == DocumentProblem(example.fault, at: example.place))
  }

  @Test(
    "bytes that are no UTF-8 are refused where they stand",
    arguments: [
      ([0x7B, 0x0A, 0x22, 0xC3, 0xA9, 0xFF, 0x22], 2, 3, 0xFF), ([0xC0, 0x80], 1, 1, 0xC0),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], 1, 2, 0xED), ([0xEF, 0xBB, 0xBF, 0x20, 0xE2, 0x82], 1, 2, 0xE2),
    ] as [([UInt8], Int, Int, UInt8)])
  func refusesOtherEncodings(_ text: [UInt8], _ line: Int, _ column: Int, _ byte: UInt8) {
    let found = problem { () throws(DocumentProblem) in try JSONValue(reading: text) }
    #expect(found == DocumentProblem(.notUTF8(byte: byte), at: Place(line: line, column: column)))
  }

  @Test func everyValueAndKeyKnowsItsPlace() throws {
    let tree = try JSONValue(reading: bytes("{\n  // é\n  \"é\": [ 1,\r\n\t{ \"b\": \"c\" } ]\n}"))
    guard case .object(let members) = tree.content, case .array(let elements) = members[0].value.content,
      case .object(let inner) = elements[1].content
    else { throw DocumentProblem(.empty, at: .start) }
    let places = [
      tree.at, members[0].at, members[0].value.at, elements[0].at, elements[1].at, inner[0].at,
      inner[0].value.at,
    ]
    #expect(places.map(\.line) == [1, 3, 3, 3, 4, 4, 4])
    #expect(places.map(\.column) == [1, 3, 8, 10, 2, 4, 9])
  }

  @Test func aDocumentOfTheLargestSizeIsReadAndALargerOneIsNot() throws {
    let largest = bytes("[" + String(repeating: "1,", count: Document.largest / 2 - 1) + "]")
    _ = try JSONValue(reading: largest)
    let found = problem { () throws(DocumentProblem) in try JSONValue(reading: largest + [32, 32]) }
    #expect(found?.fault == .tooLarge(limit: Document.largest))
  }

  @Test func bracketsMayLieSixtyFourDeep() throws {
    _ = try JSONValue(reading: bytes(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)))
  }
}
