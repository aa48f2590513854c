import Testing

@testable import Model

/// What is written for librsvg: well-formed, and nothing that came from a name is markup.
@Suite struct SVGTests {
  @Test(
    "what a name says stays text",
    arguments: [
      ("<", "&lt;"), ("&amp;", "&amp;amp;"), ("\"'>", "&quot;&apos;&gt;"),
      ("a\u{0}\u{8}\u{85}\u{FFFE}b", "ab"),
      ("é😀", "é😀"),
    ])
  func escapes(_ text: String, _ written: String) { #expect(SVG.escaped(text) == written) }

  @Test("no initials open a tag", arguments: ["<g>", "&lt", "]]>", "\"/>", "<!--"])
  func closed(_ text: String) {
    let probe = Lettering.probe(text)
    #expect(probe.count { $0 == "<" } == Lettering.probe("AB").count { $0 == "<" })
  }

  @Test func lettersOfACursiveScriptStayApart() {
    #expect(Lettering.probe("مع").contains("م\u{200C}ع"))
    #expect(Lettering.probe("AB").contains(">AB<"))
  }

  @Test("every symbol has layers of its own", arguments: Symbol.allCases)
  func symbols(_ symbol: Symbol) {
    #expect(1...3 ~= symbol.layers.count)
    #expect(symbol.layers.allSatisfy { !$0.isEmpty })
    #expect(Symbol.allCases.count { $0.layers == symbol.layers } == 1)
  }

  @Test func thereAreSymbolsEnough() { #expect(Symbol.allCases.count >= 12) }

  @Test(
    "letters are as large as their number allows, and in the middle",
    arguments: [(1, 60.0, 0.125), (2, 120, 0.105), (3, 150, 0.085), (2, 400, 0.0396), (1, 10, 0.125)])
  func fits(_ count: Int, _ width: Double, _ scale: Double) {
    let box = Lettering.Box(left: 100, top: 50, right: 100 + width, bottom: 110)
    let fit = Lettering.fit(box, count: count)
    #expect(abs(fit.scale - scale) < 0.0001)
    #expect(abs(fit.x + fit.scale * (100 + width / 2) - 12) < 1e-9)
    #expect(abs(fit.y + fit.scale * 80 - 12) < 1e-9)
  }
}
