import Testing

@testable import Serving

/// From the bytes of a request's first line to names that lead nowhere but below.
@Suite struct TargetTests {
  @Test(arguments: [
    ("/", []), ("/api/avatars", ["api", "avatars"]),
    ("/a/sales%20team/j%C3%A4ne", ["a", "sales team", "jäne"]),
    ("/a?b=/c/../d", ["a"]), ("/...", ["..."]), ("/a%3fb", ["a?b"]),
  ])
  func `a path is taken apart, and each part decoded`(_ raw: String, _ parts: [String]) {
    #expect(RequestTarget(Array(raw.utf8))?.parts == parts.map { Array($0.utf8) })
  }

  @Test(arguments: [
    "", "a", "//", "/a/", "/a//b", "/.", "/..", "/a/../b", "/a/..", "/%2e%2e/b", "/a/%2E%2e/b", "/.%2e",
    "/a%2fb",
    "/a%2F..%2Fb", "/a%00", "/%", "/%4", "/%4g", "/%-1", "/a?b=%", "/a?%ff=1", "/a?b=%c3", "http://a/b", "*",
  ])
  func `what leads elsewhere, or cannot be decoded, is no target`(_ raw: String) {
    #expect(RequestTarget(Array(raw.utf8)) == nil)
  }

  @Test func `bytes that are no text stay as they are`() {
    #expect(RequestTarget(Array("/a/%ff%fe".utf8))?.parts.last == [0xFF, 0xFE])
    #expect(RequestTarget([0x2F, 0xC3, 0x28])?.parts == [[0xC3, 0x28]])
  }

  @Test(arguments: [
    ("/a?state=failed&search=J%C3%A4ne+Doe", "search", "Jäne Doe"), ("/a?b", "b", ""),
    ("/a?b=c=d", "b", "c=d"),
    ("/a?b=1&b=2", "b", "1"), ("/a?&&b=%26", "b", "&"),
  ])
  func `parameters are decoded as forms write them`(_ raw: String, _ name: String, _ value: String) {
    #expect(RequestTarget(Array(raw.utf8))?[name] == value)
  }

  @Test(arguments: ["sales/jane", "J ä\u{1F600}/%41", "a?b#c&d", "..."])
  func `a name that is written into an address comes back`(_ name: String) {
    let target = RequestTarget(Array("/x/\(encoded(name.utf8))".utf8))
    #expect(
      target?.parts.dropFirst().map { String(decoding: $0, as: UTF8.self) }
        == name.split(separator: "/").map(String.init))
  }

  @Test func `a place in the list comes back from its text`() {
    let cursor = Cursor(id: Array("sales/jäne".utf8), file: Array("failed/x.jpg".utf8))
    #expect(Cursor(cursor.text) == cursor)
    #expect(Cursor(".") == Cursor(id: [], file: []))
    for text in ["", "a", "6.6", "zz.", "61", "61.62.63"] { #expect(Cursor(text) == nil, "\(text)") }
  }
}
