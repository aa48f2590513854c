import Testing

@testable import Model

@Suite struct NamesTests {
  @Test(
    "what is no plain relative path is refused",
    arguments: [
      "/", "/a", "a/", "a//b", ".", "..", "a/.", "a/..", "../a", "./a", "a/../b", "a\u{0}", "\u{0}",
    ])
  func refuses(_ text: String) { #expect(BytePath(text) == nil) }

  @Test(
    "plain relative paths are taken",
    arguments: ["", "a", "a/b", "...", ".a", "..a", "a..", "a b", "a\n", "\\", "é"])
  func takes(_ text: String) throws { #expect(try path(text).bytes == bytes(text)) }

  @Test func aPathIsItsBytes() throws {
    let odd = try #require(BytePath([0x61, 0x2F, 0xFF]))
    #expect(odd.text == nil)
    #expect(odd.shown == "a/\\xFF")
    #expect(try path("\u{E9}") != path("e\u{301}"))
    #expect(Set([try path("\u{E9}"), try path("e\u{301}")]).count == 2)
  }

  @Test(
    "a path has a folder and a name",
    arguments: [("a", "", "a"), ("a/b", "a", "b"), ("a/b/c.jpg", "a/b", "c.jpg"), ("", "", "")])
  func folders(_ whole: String, _ folder: String, _ name: String) throws {
    let whole = try path(whole)
    #expect(try whole.folder == path(folder))
    #expect(whole.name == bytes(name))
    #expect(whole.bytes.isEmpty || whole.folder.appending(whole.name) == whole)
  }

  @Test(
    "a path lies below a folder only behind a separator",
    arguments: [
      ("a/b", "a", "b"), ("a/b/c", "a", "b/c"), ("ab", "a", nil), ("a", "a", nil), ("a", "", "a"),
      ("a", "a/b", nil),
    ]
      as [(String, String, String?)])
  func below(_ whole: String, _ folder: String, _ rest: String?) throws {
    #expect(try path(whole).below(path(folder)) == rest.map { try path($0) })
    if let rest { #expect(try path(folder).appending(path(rest)) == path(whole)) }
  }

  @Test(
    "an id is the path without its last extension",
    arguments: [
      ("jane.jpg", "jane"), ("sales/jane.jpg", "sales/jane"), ("a.tar.gz", "a.tar"), (".jpg", ".jpg"),
      ("jane", "jane"),
      ("a.b/jane", "a.b/jane"), ("jane.", "jane"), ("..jpg", "..jpg"), ("...jpg", "...jpg"), (".a.jpg", ".a"),
      ("a..jpg", "a."),
    ])
  func ids(_ original: String, _ wanted: String) throws {
    #expect(try AvatarID(original: path(original))?.text == wanted)
  }

  @Test func anIDHasAtMost230BytesInItsLastPart() throws {
    let longest = String(repeating: "n", count: 230)
    #expect(AvatarID(longest) != nil)
    #expect(AvatarID(longest + "n") == nil)
    #expect(AvatarID(String(repeating: "é", count: 115)) != nil)
    #expect(AvatarID(String(repeating: "é", count: 116)) == nil)
    #expect(AvatarID("\(longest)n/jane") != nil)
    #expect(try AvatarID(original: path(longest + ".jpg"))?.text == longest)
  }

  @Test func anIDIsUTF8() throws {
    #expect(AvatarID(original: try #require(BytePath([0xFF, 0x2E, 0x6A]))) == nil)
    #expect(AvatarID(try #require(BytePath([0xFF, 0x2F, 0x6A]))) == nil)
    #expect(AvatarID("") == nil)
    #expect(AvatarID(BytePath.here.appending(bytes(".."))) == nil)
    #expect(try id("\u{E9}") != id("e\u{301}"))
    #expect(try id("sales/jane").file("-96.jpg") == path("sales/jane-96.jpg"))
  }

  @Test func everyIDKeepsItsText() throws {
    var dice = Dice(seed: 20)
    for _ in 0..<500 {
      let text = dice.text()
      guard let id = AvatarID(text) else { continue }
      #expect(bytes(id.text) == bytes(text))
      #expect(id.path.bytes == bytes(text))
    }
  }

  @Test(
    "text for people holds nothing that moves a terminal's cursor",
    arguments: [
      ("a b", "a b"), ("a\nb\r\t", "a\\nb\\r\\t"), ("a\\b", "a\\\\b"), ("\u{1B}[2J", "\\u{1B}[2J"),
      ("\u{7F}\u{9B}", "\\u{7F}\\u{9B}"),
      ("\u{202E}x\u{2066}\u{200F}", "\\u{202E}x\\u{2066}\\u{200F}"), ("é\u{1F600}", "é\u{1F600}"),
      ("\u{0}", "\\u{0}"),
    ])
  func escapes(_ text: String, _ shown: String) { #expect(escaped(bytes(text)) == shown) }

  @Test(
    "bytes that are no UTF-8 are shown in hexadecimal",
    arguments: [
      ([0xFF], "\\xFF"), ([0xC3], "\\xC3"), ([0xC3, 0xA9], "é"), ([0xE2, 0x82, 0x41], "\\xE2\\x82A"),
      ([0xF0, 0x9F, 0x98], "\\xF0\\x9F\\x98"), ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
      ([0xC0, 0x80], "\\xC0\\x80"), ([], ""),
    ] as [([UInt8], String)])
  func escapesBytes(_ text: [UInt8], _ shown: String) { #expect(escaped(text) == shown) }
}
