import Testing

@testable import Model

@Suite struct JSONWriterTests {
  @Test(
    "numbers are written in the shortest form that reads back",
    arguments: [
      (1.6, "1.6"), (1, "1"), (0, "0"), (-0.0, "0"), (-0.12, "-0.12"), (0.1 + 0.2, "0.30000000000000004"),
      (1e6, "1000000"), (1e-7, "1e-07"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"),
      (9_007_199_254_740_992, "9007199254740992"),
    ] as [(Double, String)])
  func numbers(_ number: Double, _ text: String) throws {
    #expect(numberText(number) == text)
    #expect(try JSONValue(reading: bytes(text)) == JSONValue(number))
  }

  @Test(
    "texts are escaped where JSON asks for it",
    arguments: [
      ("a", #""a""#), ("\"\\/", #""\"\\/""#), ("\n\r\t", #""\n\r\t""#), ("\u{1}\u{7F}", #""\u0001\u007f""#),
      ("\u{E9}\u{1F600}", "\"\u{E9}\u{1F600}\""),
    ])
  func texts(_ text: String, _ written: String) { #expect(JSONValue(text).line == written) }

  @Test func theOutermostMembersAndTheirListsHaveLinesOfTheirOwn() {
    let tree: JSONValue = [
      "a": ["x": JSONValue(-0.12), "y": []], "b": [["c": [:]], "d"], "e": [], "f": ["g": ["h", "i"]],
    ]
    let text = """
      {
        "a": { "x": -0.12, "y": [] },
        "b": [
          { "c": {} },
          "d"
        ],
        "e": [],
        "f": { "g": ["h", "i"] }
      }

      """
    #expect(String(decoding: tree.document, as: UTF8.self) == text)
    #expect(
      tree.line
        == #"{ "a": { "x": -0.12, "y": [] }, "b": [{ "c": {} }, "d"], "e": [], "f": { "g": ["h", "i"] } }"#)
  }

  @Test func whatIsWrittenIsReadBackTheSame() throws {
    var dice = Dice(seed: 1)
    for _ in 0..<2000 {
      let tree = dice.json()
      #expect(try JSONValue(reading: tree.document) == tree)
      #expect(try JSONValue(reading: bytes(tree.line)) == tree)
    }
  }
}
