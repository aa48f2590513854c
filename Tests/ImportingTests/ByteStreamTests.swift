import Importing
import Model
import Testing

/// Every text is also read in pieces of one byte: where the file system cuts makes no difference.
@Suite struct ByteStreamTests {
  private static func lines(_ bytes: [UInt8], pieces: Int) throws -> [String] {
    let stream = try ByteStream(MemoryFeed(bytes, pieces: pieces), pieces: pieces)
    var lines: [String] = []
    while let line = try stream.line() {
      lines.append("\(line.number) " + escaped(line.bytes))
    }
    return lines
  }

  @Test(
    "lines end as they do on any system, and have their numbers",
    arguments: [
      ("", []), ("a", ["1 a"]), ("a\n", ["1 a"]), ("a\nb", ["1 a", "2 b"]), ("a\r\nb\r\n", ["1 a", "2 b"]),
      ("a\rb\r", ["1 a", "2 b"]), ("\n\nc", ["1 ", "2 ", "3 c"]), ("\r\n\r\n", ["1 ", "2 "]),
      ("a\rb\n", [#"1 a\rb"#]), ("\u{FEFF}é\n", ["1 é"]), ("a\n\u{FEFF}", ["1 a", "2 \u{FEFF}"]),
      ("a\n\r", ["1 a", "2 "]),
      (String(repeating: "ab", count: 5000), ["1 " + String(repeating: "ab", count: 5000)]),
    ], [1, 2, 3, 7, 1 << 16])
  func ends(_ text: (String, [String]), _ pieces: Int) throws {
    #expect(try Self.lines(Array(text.0.utf8), pieces: pieces) == text.1)
  }

  @Test(arguments: [1, 2, 3, 1 << 16]) func `UTF-16 with a byte order mark is read as UTF-8`(_ pieces: Int)
    throws
  {
    let text = "\u{FEFF}id,é\r\n😀,\u{10FFFF}\n"
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    let little = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let wanted = ["1 id,é", "2 😀,\u{10FFFF}"]
    #expect(try Self.lines(big, pieces: pieces) == wanted)
    #expect(try Self.lines(little, pieces: pieces) == wanted)
  }

  @Test(
    "half of a UTF-16 character makes its line bad, and no other one",
    arguments: [
      ([0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x00, 0xD8, 0x62, 0, 0x0A, 0, 0x63, 0], ["nil", "notUTF8", "nil"]),
      ([0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x62], ["nil", "notUTF8"]),
      ([0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x00, 0xD8], ["nil", "notUTF8"]),
    ] as [([UInt8], [String])], [1, 1 << 16])
  func halves(_ text: ([UInt8], [String]), _ pieces: Int) throws {
    let stream = try ByteStream(MemoryFeed(text.0, pieces: pieces))
    var flaws: [String] = []
    while let line = try stream.line() {
      switch line.flaw {
      case .notUTF8: flaws.append("notUTF8")
      case let flaw: flaws.append(flaw.map { "\($0)" } ?? "nil")
      }
    }
    #expect(flaws == text.1)
  }

  @Test(
    "what no text has is told of each line",
    arguments: [
      ([0x61, 0xE9, 0x62], .notUTF8(byte: 0xE9)), ([0x61, 0, 0x62], .nul), ([0xC3], .notUTF8(byte: 0xC3)),
      (Array("aé".utf8), nil), ([], nil),
    ] as [([UInt8], TextFlaw?)])
  func flaws(_ bytes: [UInt8], _ flaw: TextFlaw?) throws {
    let stream = try ByteStream(MemoryFeed(bytes + [10] + Array("good".utf8)))
    #expect(try stream.line()?.flaw == flaw)
    #expect(try stream.line().map { escaped($0.bytes) } == "good")
  }

  @Test func `a line may be as long as the limit, and is not kept beyond it`() throws {
    let limit = ByteStream.longestLine
    let long = [UInt8](repeating: 0x61, count: limit)
    let stream = try ByteStream(MemoryFeed(long + [10] + long + [0x62, 10, 0x63], pieces: 1000))
    #expect(try stream.line()?.bytes.count == limit)
    let longer = try #require(try stream.line())
    #expect(longer.flaw == .tooLong(limit: limit) && longer.bytes.count <= limit)
    let last = try #require(try stream.line())
    #expect(last.number == 3 && escaped(last.bytes) == "c" && last.flaw == nil)
  }

  @Test(arguments: [1, 5, 1 << 16]) func `pieces of a line make up the line, and its last one says so`(
    _ size: Int
  ) throws {
    let text = "first line\r\n\nthird"
    let stream = try ByteStream(MemoryFeed(Array(text.utf8), pieces: size), pieces: size)
    var lines = [""]
    #expect(try stream.peek() == 0x66)
    while let piece = try stream.piece() {
      #expect(piece.line == lines.count)
      lines[lines.count - 1] += escaped(piece.bytes)
      if piece.endsLine { lines.append("") }
    }
    #expect(lines == ["first line", "", "third", ""])
    #expect(try stream.peek() == nil)
  }

  @Test func `a charset's text becomes UTF-8, and what it does not know is found`() throws {
    let latin = try #require(TextConverter(from: "ISO-8859-1"))
    var bytes: [UInt8] = [0x4A, 0xE9]
    #expect(latin.convert(&bytes) == Array("Jé".utf8) && bytes.isEmpty)
    let japanese = try #require(TextConverter(from: "SHIFT_JIS"))
    bytes = [0x93, 0xFA, 0xFF, 0x96]
    #expect(japanese.convert(&bytes) == Array("日".utf8) + [TextConverter.unknown] && bytes == [0x96])
    #expect(TextConverter(from: "no-such-charset") == nil)
    #expect(TextConverter(from: "UTF-8//TRANSLIT") == nil)
  }
}
