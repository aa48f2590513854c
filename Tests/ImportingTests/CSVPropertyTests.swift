import Files
import Importing
import Model
import Scratch
import Testing

/// Tables written by another program's rules are read as they were meant.
@Suite struct CSVPropertyTests {
  private static let letters = ["a", "Z", "0", " ", ",", ";", "\t", "\"", "\n", "é", "😀", "'", "=", "\\"]

  /// A writer by RFC 4180, that quotes where it must, and at times where it need not.
  private static func cell(_ text: String, _ delimiter: String, _ dice: inout Dice) -> String {
    let mustQuote =
      text.contains { $0 == "\"" || $0 == "\n" || String($0) == delimiter }
      || text.first == " " || text.last == " " || text.first == "\t" || text.last == "\t"
    guard mustQuote || dice.coin() else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  private static func table(_ rows: [[String]], _ dice: inout Dice) -> String {
    let delimiter = dice.one(of: [",", ";", "\t"])
    let end = dice.one(of: ["\n", "\r\n"])
    var text = dice.coin() ? "\u{FEFF}" : ""
    for row in rows {
      text += row.map { cell($0, delimiter, &dice) }.joined(separator: delimiter) + end
    }
    return text
  }

  @Test func `every table is read as it was written`() throws {
    var dice = Dice(seed: 60)
    let photos = PhotoFolder(try SourceFolder().scratch.root)
    for _ in 0..<400 {
      let columns = ["Note", "id", "Remark"].shuffled(using: &dice)
      let rows = (1...dice.integer(1...6)).map { number in
        columns.map {
          $0 == "id" ? "x\(number)" + dice.text(0...4, of: Self.letters) : dice.text(0...6, of: Self.letters)
        }
      }
      let text = Array(Self.table([columns] + rows, &dice).utf8)
      let stream = try ByteStream(
        MemoryFeed(text, pieces: dice.integer(1...64)), pieces: dice.integer(1...64))
      let reader = try CSVReader(stream, name: "t.csv", photos: photos)
      let ids = rows.compactMap { row in columns.firstIndex(of: "id").map { row[$0] } }
      var found: [String] = []
      while let result = try reader.next(into: NoSink()) {
        guard case .row(let row) = result else {
          Issue.record("\(result) in \(escaped(text))")
          return
        }
        found.append(row.id.text)
      }
      #expect(found == ids)
    }
  }
}
