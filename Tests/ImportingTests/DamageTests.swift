import Files
import Importing
import Model
import Scratch
import Testing

/// Damaged sources: each row is read, or told with a sentence in every language; nothing traps, and everything ends.
@Suite struct DamageTests {
  private static let rounds = 3000

  private static let tables = [
    "id,original,scale,x,y,viewport\nj,jane.jpg,1.5,30,-20,\"390x844,15\"\n\"o\nm\",,2,,,\nz,https://a.b/c,,,,\n",
    "ID;Crop;Rotation;Shape;Background\r\na;1,2,3;90;circle;systemRed\r\nb;\"1,2,3x4\";;;#fff\r\n",
    "sep=\t\nid\tnote\na\t\"b \"\"c\"\"\"\n\nd\te",
  ]
  private static let documents = [
    #"[ { "id": "a", "scale": 1.5, "position": { "x": 1, "y": 2 } }, /* ] */ { "original": "jane.jpg" } ]"#,
    "{ \"id\": \"a\" }\n{ \"id\": \"b\", \"crop\": { \"x\": 1, \"y\": 2, \"size\": 3 } }\n",
    #"{ "version": 1, "id": "a", "attributes": { "shape": "circle" }, "original": { "file": "jane.jpg" }, "avatars": [] }"#,
  ]
  private static let words = [
    "\"", "\"\"", ",", ";", "\t", "\n", "\r\n", "\r", "\u{0}", "id", "original", "sep=;", "[", "]", "{", "}",
    "/*",
    "*/", "//", "\\", "\u{FEFF}", "..", "/", "jane.jpg", "1e999", ":", "null", "\"id\":", "\"attributes\":",
  ]

  @Test func `damaged tables are read or told`() throws {
    try damage(seed: 61, Self.tables) { (stream, photos) throws(CommandProblem) in
      try CSVReader(stream, name: "t.csv", photos: photos)
    }
  }

  @Test(arguments: [true, false]) func `damaged JSON is read or told`(_ lines: Bool) throws {
    try damage(seed: 62, Self.documents) { (stream, photos) throws(CommandProblem) in
      try JSONRowReader(stream, photos: photos, lines: lines)
    }
  }

  private func damage(
    seed: UInt64, _ texts: [String],
    _ reader: (ByteStream, PhotoFolder) throws(CommandProblem) -> any RowReader
  ) throws {
    let folder = try SourceFolder(["jane.jpg"])
    var dice = Dice(seed: seed)
    var (rows, bad) = (0, 0)
    for _ in 0..<Self.rounds {
      let text = dice.mutated(Array(dice.one(of: texts).utf8), with: Self.words)
      do throws(CommandProblem) {
        let stream = try ByteStream(
          MemoryFeed(text, pieces: dice.integer(1...200)), pieces: dice.integer(1...200))
        let reader = try reader(stream, PhotoFolder(folder.scratch.root))
        var last = 0
        while let result = try reader.next(into: NoSink()) {
          let line = Self.line(result, &rows, &bad)
          if line < last { Issue.record("line \(line) after \(last) in \(escaped(text))") }
          last = line
        }
      } catch {
        if !Self.isTold(error.explanation) { Issue.record("\(error)") }
      }
    }
    // Else the damage would all be of one kind, and most of the code never reached.
    #expect(rows > Self.rounds / 4 && bad > Self.rounds / 10, "\(rows) rows, \(bad) bad")
  }

  /// Where a result stands.
  private static func line(_ result: RowResult, _ rows: inout Int, _ bad: inout Int) -> Int {
    switch result {
    case .row(let row):
      rows += 1
      return row.line ?? 0
    case .bad(let problem), .skipped(let problem):
      bad += 1
      if !isTold(problem.explanation) { Issue.record("\(problem)") }
      return problem.line ?? 0
    }
  }

  private static func isTold(_ why: Explanation) -> Bool {
    Language.all.allSatisfy { language in
      [why.problem, why.remedy].allSatisfy { message in
        // A key that is in no catalog is its own text.
        message.map { !$0.text(in: language).isEmpty && $0.text(in: language) != $0.key } ?? true
      }
    }
  }
}
