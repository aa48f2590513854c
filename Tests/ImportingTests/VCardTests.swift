import Digest
import Importing
import Model
import Testing

/// Every text is read in pieces of one byte too.
@Suite struct VCardTests {
  private static func read(
    _ text: String, from idFrom: String? = nil, named name: String? = nil, pieces: Int = 1 << 16
  ) throws -> [Seen] {
    try everything(VCardReader(stream(text, pieces: pieces), named: name, SourceOptions(idFrom: idFrom)))
  }

  private static func card(_ lines: String..., photo: String = "PHOTO;ENCODING=b:" + base64(gif())) -> String
  {
    "BEGIN:VCARD\r\n" + (lines + [photo]).map { $0 + "\r\n" }.joined() + "END:VCARD\r\n"
  }

  // MARK: Names

  @Test(
    "a card's id is its UID, else its FN, else its N",
    arguments: [
      ("UID:u1\r\nFN:Jane Doe\r\nN:Doe;Jane;;;", "u1"), ("FN:Jane Doe\r\nN:Doe;Jane;;;", "Jane Doe"),
      ("N:Doe;Jane;Ann,Mary;;", "Doe Jane Ann Mary"), ("UID:\r\nFN:  Jane  ", "Jane"),
      ("UID:urn:uuid:4fbe8971", "urn:uuid:4fbe8971"), ("uid:u1", "u1"), ("item1.UID:u1", "u1"),
      ("UID:https://a.example/b", "https:--a.example-b"), (#"FN:Doe\, Jane\; B\\A"#, #"Doe, Jane; B\A"#),
      (#"FN:Jane\nDoe"#, "Jane Doe"), ("FN;LANGUAGE=fr:Zoé", "Zoé"), (#"FN;X-A="b:c;d":Jane"#, "Jane"),
      ("FN:Jane\r\n  Doe", "Jane Doe"), ("FN:Ja\r\n ne", "Jane"), ("FN:Ja\r\n\tne", "Jane"),
      ("VERSION:2.1\r\nFN:Jane\r\n Doe", "Jane Doe"),
      ("FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Zo=C3=A9=20=\r\nDoe", "Zoé Doe"),
      ("FN;QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Zo=E9", "Zoé"), ("FN;CHARSET=windows-1252:Jane", "Jane"),
      ("NOTE;ENCODING=QUOTED-PRINTABLE:a=\r\nFN:Joe\r\nFN:Jane", "Jane"),
      ("no property\r\nFN:Jane", "Jane"), ("FN:Jane\r\nFN:Joe", "Jane"),
    ] as [(lines: String, id: String)], [1, 3, 1 << 16])
  func names(_ example: (lines: String, id: String), _ pieces: Int) throws {
    let seen = try Self.read(Self.card(example.lines), pieces: pieces)
    #expect(seen.map(\.description) == ["1 row \(example.id)"])
    #expect(seen.first?.photo == gif())
  }

  @Test("or what is asked for", arguments: [("UID", "u1"), ("fn", "Jane Doe"), ("N", "Doe Jane")])
  func asked(_ idFrom: String, _ id: String) throws {
    let text = Self.card("UID:u1", "FN:Jane Doe", "N:Doe;Jane;;;")
    #expect(try Self.read(text, from: idFrom).map(\.description) == ["1 row \(id)"])
  }

  @Test func `a card without a name is called as its document`() throws {
    #expect(try Self.read(Self.card(), named: "jane").map(\.description) == ["1 row jane"])
  }

  @Test(
    "a name that cannot be an id costs that card alone, and the report says why",
    arguments: [
      ("UID:.hidden", "bad .hidden: the inbox ignores what is called .hidden"),
      ("UID:~x", "bad ~x: the inbox ignores"),
      ("UID:..", "bad ..: \"..\" is no id"),
      ("UID:\(String(repeating: "é", count: 116))", "232"),
      ("TEL:1", "bad -: nothing says what to call it: it has none of UID, FN, N"),
      ("FN;CHARSET=klingon:Jane", "its charset klingon is not known here"),
      ("FN;ENCODING=QUOTED-PRINTABLE:Zo=E9", "UTF-8"), ("FN:a\u{0}b", "NUL"),
    ] as [(String, String)])
  func unsuitable(_ line: String, _ told: String) throws {
    let seen = try Self.read(Self.card(line) + Self.card("FN:Joe"))
    #expect(seen.count == 2 && seen[0].description.hasPrefix("1 bad"))
    #expect(seen[0].description.contains(told), "\(seen[0])")
    #expect(seen[1].description == "5 row Joe")
  }

  @Test func `what a card has no name for is refused before anything is read`() throws {
    #expect(throws: CommandProblem.self) { try Self.read(Self.card(), from: "EMAIL") }
  }

  // MARK: Photos

  private static let text = base64(gif())
  /// One that is written with an address's escapes.
  private static let escaped = text.map { "+/=".contains($0) ? "%" + hexadecimal($0.utf8) : "\($0)" }.joined()
  private static let octets = gif().map { "%" + hexadecimal([$0]) }.joined()
  private static let quoted: [String] = gif().map { "=" + hexadecimal([$0]).uppercased() }

  @Test(
    "a photo is read in every notation",
    arguments: [
      "PHOTO;ENCODING=b;TYPE=JPEG:\(text)", "PHOTO;ENCODING=BASE64;JPEG:\(text)",
      "PHOTO;BASE64:\r\n  \(text)",
      "PHOTO;JPEG;BASE64:\r\n \(text.prefix(20))\r\n \(text.dropFirst(20))\r\n\r\nTEL:1",
      "PHOTO:data:image/gif;base64,\(text)", "PHOTO:data:image/gif\\;base64\\,\(text)",
      "PHOTO;TYPE=PNG:data:base64\\,\(text)", "PHOTO;VALUE=uri:data:image/gif;base64,\(escaped)",
      "PHOTO;MEDIATYPE=image/gif;VALUE=URI:DATA:;BASE64,\(text)", "photo;encoding=B:\(text)",
      "PHOTO;VALUE=binary;ENCODING=b:\(text)", "PHOTO;TYPE=GIF:\(text)", "item2.PHOTO;ENCODING=b:\(text)",
      "PHOTO;ENCODING=b:\(text.prefix(9))\r\n \(text.dropFirst(9))", "PHOTO;ENCODING=b: \(text)",
      "PHOTO;ENCODING=QUOTED-PRINTABLE:\(quoted.prefix(9).joined())=\r\n\(quoted.dropFirst(9).joined())",
      "PHOTO;VALUE=uri:http://a.example/b.jpg\r\nPHOTO;ENCODING=b:\(text)",
      "PHOTO:\r\nPHOTO;ENCODING=b:\(text)", "PHOTO:data:image/gif,\(octets)",
    ] as [String], [1, 5, 1 << 16])
  func notations(_ line: String, _ pieces: Int) throws {
    let seen = try Self.read(Self.card("UID:u1", photo: line), pieces: pieces)
    #expect(seen.map(\.description) == ["1 row u1"] && seen.first?.photo == gif())
  }

  @Test(
    "what is no photo is refused or passed over, and the others go on",
    arguments: [
      ("PHOTO;ENCODING=b:\(base64("Hello".utf8))", "1 bad u1: this is not a photo but plain text"),
      (
        "PHOTO;ENCODING=b:\(base64([0x30, 0x82, 1, 2, 3]))", "1 bad u1: this is not a photo but a certificate"
      ),
      ("PHOTO;ENCODING=b:\(text.dropLast(3))", "1 bad u1: the photo's Base64 has"),
      ("PHOTO;ENCODING=b:\(text)=", "1 bad u1: the photo's Base64 has"),
      (
        "PHOTO;ENCODING=b:\(base64([1]))\(text)",
        "1 bad u1: the photo is no Base64: there is more behind its end"
      ),
      ("PHOTO;ENCODING=b:\(text.prefix(8))!\(text)", "1 bad u1: the photo is no Base64: it holds !"),
      ("PHOTO;ENCODING=b:\(text.prefix(8))\u{0}\(text)", "1 bad u1: the photo is no Base64: it holds \\u{0}"),
      ("PHOTO:data:image/gif;base64", "1 bad u1: the photo begins with data: but never comes to its data"),
      (
        "PHOTO;VALUE=uri:http://a.example/b.jpg",
        "1 skipped u1: its photo is at an address, and nothing is fetched: http"
      ),
      ("PHOTO;VALUE=URL:file:///etc/passwd", "1 skipped u1: its photo is at an address"),
      ("PHOTO:https://a.example/b.jpg", "1 skipped u1: its photo is at an address"),
      ("PHOTO;VALUE=uri:b.jpg", "1 skipped u1: its photo is at an address, and nothing is fetched: b.jpg"),
      ("PHOTO;ENCODING=b:", "1 skipped u1: there is no photo in it"),
      ("TEL:1", "1 skipped u1: there is no photo"),
    ] as [(photo: String, told: String)], [1, 1 << 16])
  func refused(_ example: (photo: String, told: String), _ pieces: Int) throws {
    let text = Self.card("UID:u1", photo: example.photo) + Self.card("FN:Joe")
    let seen = try Self.read(text, pieces: pieces)
    #expect(seen.count == 2 && seen[0].description.hasPrefix(example.told), "\(seen)")
    #expect(seen.last?.description.hasSuffix("row Joe") == true && seen.last?.photo == gif())
  }

  @Test func `of several photos the first is taken, with a warning`() throws {
    let second = "PHOTO;ENCODING=b:" + base64(gif(1))
    let seen = try Self.read(Self.card("UID:u1", "PHOTO;ENCODING=b:" + Self.text, second, photo: second))
    #expect(seen.map(\.photo) == [gif()])
    #expect(seen.first?.warnings == ["it has several photos; the first was taken"])
  }

  // MARK: Cards

  @Test("a card that ends in the middle is that card's trouble", arguments: [1, 1 << 16])
  func unfinished(_ pieces: Int) throws {
    let begun = "BEGIN:VCARD\r\nFN:Jane\r\nPHOTO;ENCODING=b:" + Self.text.prefix(9) + "\r\n"
    let seen = try Self.read(begun + Self.card("FN:Joe") + begun, pieces: pieces)
    let why = "bad -: the card ends in the middle: there is no END:VCARD"
    #expect(seen.map(\.description) == ["1 \(why)", "4 row Joe", "8 \(why)"])
  }

  @Test func `cards in UTF-16 are read as those in UTF-8`() throws {
    let text = "\u{FEFF}" + Self.card("FN:Zoé") + Self.card("FN:😀")
    let bytes = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let seen = try everything(VCardReader(stream(bytes), named: nil, SourceOptions()))
    #expect(seen.map(\.description) == ["1 row Zoé", "5 row 😀"] && seen.map(\.photo) == [gif(), gif()])
  }

  @Test func `what else begins and ends within a card is passed over`() throws {
    let other = "BEGIN:VALARM\r\nEND:VALARM\r\nEND:VCALENDAR"
    let seen = try Self.read(Self.card(other, "FN:Jane") + Self.card("FN:Joe"))
    #expect(seen.map(\.description) == ["1 row Jane", "8 row Joe"])
  }

  @Test func `an agent's card is none of its own`() throws {
    let agent = "AGENT:\r\nBEGIN:VCARD\r\nFN:Agent\r\nPHOTO;ENCODING=b:\(base64(gif(1)))\r\nEND:VCARD"
    let seen = try Self.read(Self.card("VERSION:2.1", agent, "FN:Jane"))
    #expect(seen.map(\.description) == ["1 row Jane"] && seen.map(\.photo) == [gif()])
    // The grammar of 2.1 has it on one line; in 3.0 the whole card is one text.
    let joined = agent.replacing("AGENT:\r\n", with: "AGENT:")
    let text = agent.replacing("AGENT:\r\n", with: "AGENT:").replacing("\r\n", with: "\\n")
    for agent in [joined, text] {
      let seen = try Self.read(Self.card("VERSION:2.1", agent, "FN:Jane"))
      #expect(seen.map(\.description) == ["1 row Jane"] && seen.map(\.photo) == [gif()])
    }
  }

  @Test func `lines may end in one or two returns, or in none, and a calendar between cards is none`() throws
  {
    let text = Self.card("FN:A").split(separator: "\r\n").joined(separator: "\r\r\n") + "\n"
    let other = "BEGIN:VCALENDAR\nEND:VCALENDAR\n\n"
    let plain = Self.card("FN:B").split(separator: "\r\n").joined(separator: "\n")
    #expect(try Self.read(text + other + plain).map(\.description) == ["1 row A", "8 row B"])
  }

  @Test func `a document without a card is refused as a whole`() throws {
    #expect(throws: CommandProblem.self) { try Self.read("Name,Photo\r\nJane,jane.jpg\r\n") }
    #expect(throws: CommandProblem.self) { try Self.read("") }
  }

  @Test func `the reader knows which lines a card has`() throws {
    let text = Self.card("FN:A") + "\r\n" + Self.card("FN:B") + "BEGIN:VCARD\r\n" + Self.card("FN:C")
    let reader = try VCardReader(stream(text), named: nil, SourceOptions())
    var extents: [Range<Int>] = []
    while try reader.next(into: NoSink()) != nil { extents.append(reader.extent) }
    #expect(extents == [1..<5, 6..<10, 10..<11, 11..<15])
  }

  // MARK: Crops

  private static func clipped(_ value: String, key: String = "X-ABCROP-RECTANGLE") throws -> Seen? {
    let hash = base64(MD5.of(gif()))
    let value = value.replacing("HASH", with: hash)
    return try read(card("UID:u1", photo: "PHOTO;ENCODING=b;\(key)=\(value):" + text)).first
  }

  @Test(
    "Apple's crop is taken where its hash is that of the photo, however it is spelled",
    arguments: [
      ("ABClipRect_1&60&179&181&181&HASH", "X-ABCROP-RECTANGLE"),
      ("ABClipRect_1&60&179&181&181&HASH", "x-abcrop-rectangle"),
      (" ABClipRect_1 & 60 & 179 & 181 & 181 & HASH ", " X-ABCrop-Rectangle "),
      ("ABClipRect_1&60&179&181&1\r\n 81&HASH", "X-ABCROP-RECTANGLE"),
      ("\"ABClipRect_1&60&179&181&181&HASH\"", "X-ABCROP-RECTANGLE"),
    ])
  func crop(_ value: String, _ key: String) throws {
    let seen = try #require(try Self.clipped(value, key: key))
    guard case .clip(let clip) = seen.placing else { return #expect(Bool(false), "\(seen)") }
    #expect(clip == ClipRectangle(x: 60, y: 179, width: 181, height: 181) && seen.warnings == [])
  }

  @Test(
    "a crop that may be another photo's is left out with a warning, and the photo is centred",
    arguments: [
      ("ABClipRect_1&60&179&181&181&qZ54yqewvBZj2mycxrnqsA==", "was made for another photo"),
      ("ABClipRect_1&60&179&181&181", "does not say which photo"),
      ("ABClipRect_1&60&179&181&181&", "does not say which photo"),
      ("ABClipRect_1&60&179&a&181&HASH", "cannot be read"), ("ABClipRect_1&60", "cannot be read"),
      ("ABClipRect_1&0&0&-5&5&HASH", "cannot be read"),
      ("ABClipRect_1&99999999999999999999&0&5&5&HASH", "cannot be read"),
    ])
  func useless(_ value: String, _ told: String) throws {
    let seen = try #require(try Self.clipped(value))
    #expect(seen.warnings.count == 1 && seen.warnings[0].contains(told), "\(seen.warnings)")
    guard case .attributes(Attributes(placement: .centre)) = seen.placing else {
      return #expect(Bool(false), "\(seen)")
    }
  }

  @Test(
    "a crop of nothing is none, and other marks are other formats",
    arguments: [
      "ABClipRect_1&0&0&0&10&HASH", "ABClipRect_1&0&0&10&0&HASH", "ABClipRect_2&1&2&3&3&HASH", "", "&&&&&",
    ])
  func ignored(_ value: String) throws {
    let seen = try #require(try Self.clipped(value))
    guard case .unsaid = seen.placing else { return #expect(Bool(false), "\(seen)") }
    #expect(seen.warnings == [])
  }
}
