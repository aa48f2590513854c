import Testing

@testable import Model

/// Damaged documents: each is read, or told with a place; nothing traps.
@Suite struct MutationTests {
  private static let rounds = 20_000

  @Test func damagedJobsAreReadOrTold() throws {
    let name = try path("sales/jane.job.json")
    try damage(seed: 40, Self.jobs) { (text) throws(DocumentProblem) in
      _ = try Job(reading: text, named: name)
    }
  }

  @Test func damagedManifestsAreReadOrTold() throws {
    let jane = try ManifestTests.jane()
    try damage(
      seed: 41,
      [
        ManifestTests.text, #"{"attributes": {"shape": "circle"}}"#,
        #"{"attributes": {"placeholder": {"initials": "é", "colors": ["red"]}, "scale": 2}}"#,
      ]
    ) {
      (text) throws(DocumentProblem) in
      let changes = Manifest.changes(in: text, from: jane)
      #expect(changes.allSatisfy { !$0.message.text(in: .english).isEmpty })
      // What was read can be written and read again.
      let manifest = try Manifest(reading: text, id: jane.id)
      #expect(try Manifest(reading: manifest.text, id: jane.id) == manifest)
    }
  }

  @Test func damagedSettingsAreReadOrTold() throws {
    try damage(seed: 42, Self.settings) { (text) throws(DocumentProblem) in _ = try Settings(reading: text) }
  }

  @Test func damagedOptionsAreReadOrTold() {
    var dice = Dice(seed: 43)
    for _ in 0..<Self.rounds / 4 {
      var options = Options()
      let texts = ["1.6", "-0.12,0.05", "390x844,15", "1,2,3x4", "90", "circle", "#fff"].map {
        String(decoding: dice.mutated(bytes($0), with: [bytes("1e9,x")]), as: UTF8.self)
      }
      (options.scale, options.position, options.viewport) = (
        dice.one(of: texts), dice.one(of: texts), dice.one(of: texts)
      )
      (options.crop, options.shape) = (dice.perhaps { $0.one(of: texts) }, texts[5])
      (options.rotation, options.background, options.sizes) = (texts[4], texts[6], [texts[0]])
      expectPlace { () throws(DocumentProblem) in
        _ = try options.attributes()
        _ = try options.outputs()
      }
    }
  }

  private func damage(
    seed: UInt64, _ texts: [String], _ read: ([UInt8]) throws(DocumentProblem) -> Void
  ) throws {
    var dice = Dice(seed: seed)
    let texts = texts.map(bytes)
    for text in texts { try read(text) }
    let harmless = (0..<Self.rounds).count { _ in
      let text = dice.mutated(dice.one(of: texts), with: texts)
      return expectPlace { () throws(DocumentProblem) in try read(text) }
    }
    // Else the damage would all be of one kind, and most of the code never reached.
    #expect((Self.rounds / 100...Self.rounds / 2).contains(harmless))
  }

  /// Whether it was read.
  @discardableResult
  private func expectPlace(_ read: () throws(DocumentProblem) -> Void) -> Bool {
    do throws(DocumentProblem) {
      try read()
      return true
    } catch {
      let isTold = error.line >= 1 && error.column >= 1 && isTold(error.explanation)
      // `#expect` takes its time; it is asked only to tell.
      if !isTold { #expect(isTold, "\(error)") }
      return false
    }
  }

  static let jobs = [
    #"{ "original": "jane.jpg", "scale": 1.6, "position": { "x": -0.12, "y": 0.05 } }"#,
    #"{ "viewport": { "width": 390, "height": 844, "inset": 15 }, "xWidth": 30, "yHeight": -20, "shape": "circle" } // é"#,
    #"{ "crop": { "x": 1, "y": 2, "width": 3, "height": 4 }, "rotation": 90, "background": "systemRed", }"#,
    #"/* \ud83d */ { "remove": true, "original": "s\ud83d\ude00\n.jpg" }"#,
    #"{ "placeholder": { "from": "Ana de la Cruz", "gradient": { "from": "tint", "to": "navy", "end": "top" } }, "scale": 2 }"#,
    #"{ "placeholder": { "symbol": "person.2", "rendering": "palette", "colors": ["label", "red"], "appearance": "dark" } }"#,
  ]

  static let settings = [
    ##"{ "outputs": "directory", "shape": "circle", "background": "#123456", "placement": "attention" }"##,
    #"{ "outputs": [{ "size": 512, "format": "webp", "quality": 80, "maxBytes": 1e5 }, { "size": 9, "format": "png" }] }"#,
    #"{ "settle": 0.5, "rescan": 0, "retries": 3, "limits": { "bytes": 1, "seconds": 2.5, "memory": 67108864 } }"#,
  ]
}

extension Dice {
  private static let tokens = [
    "\"", "\\", "{", "}", "[", "]", ",", ":", "//", "/*", "*/", "\\u", "\\ud800", "\\udc00", "null", "true",
    "-", "1e999", "0",
    "1e300", "-0", "5e-324", "9223372036854775808", "NaN", "Infinity", "'", "\u{FEFF}", "\u{2028}", "\n",
    "\r", "\u{0}", "#",
    "#fff0", "\"scale\":", "\"crop\":", "\"version\":2,", "\"\":", "..", "/",
  ].map { Array($0.utf8) }

  /// One to three pieces of damage.
  mutating func mutated(_ text: [UInt8], with others: [[UInt8]]) -> [UInt8] {
    var text = text
    for _ in 0..<integer(1...3) { damage(&text, with: others) }
    return text
  }

  private mutating func damage(_ text: inout [UInt8], with others: [[UInt8]]) {
    let start = integer(0...text.count)
    let end = min(text.count, start + integer(0...12))
    switch integer(0...5) {
    case 0: text.replaceSubrange(start..<end, with: [UInt8(integer(0...255))])
    case 1: text.removeSubrange(start..<end)
    case 2: text.insert(contentsOf: Array(text[start..<end]), at: integer(0...text.count))
    case 3: text.insert(contentsOf: one(of: Self.tokens), at: start)
    case 4: text.replaceSubrange(start..<end, with: one(of: Self.tokens))
    default: text.replaceSubrange(start..<end, with: one(of: others).suffix(integer(1...30)))
    }
  }
}
