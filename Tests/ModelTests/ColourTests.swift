import Testing

@testable import Model

@Suite struct ColourTests {
  @Test(
    "colours by name and by digits",
    arguments: [
      ("#fff", 0xFFFF_FFFF, 0xFFFF_FFFF), ("#1a2b", 0x11AA_22BB, 0x11AA_22BB),
      ("#123456", 0x1234_56FF, 0x1234_56FF),
      ("#12345678", 0x1234_5678, 0x1234_5678), ("white", 0xFFFF_FFFF, 0xFFFF_FFFF),
      ("RebeccaPurple", 0x6633_99FF, 0x6633_99FF), ("systemRed", 0xFF3B_30FF, 0xFF45_3AFF),
      ("systemgray6", 0xF2F2_F7FF, 0x1C1C_1EFF), ("label", 0x0000_00FF, 0xFFFF_FFFF),
      ("secondaryLabel", 0x3C3C_4399, 0xEBEB_F599), ("systemBackground", 0xFFFF_FFFF, 0x0000_00FF),
      ("systemFill", 0x7878_8033, 0x7878_805B), ("tint", 0x007A_FFFF, 0x0A84_FFFF), ("transparent", 0, 0),
      ("clear", 0, 0),
    ] as [(String, UInt32, UInt32)])
  func values(_ text: String, _ light: UInt32, _ dark: UInt32) throws {
    let tint = try #require(Tint(text))
    #expect(tint.colour(.light) == RGBA(rgba: light))
    #expect(tint.colour(.dark) == RGBA(rgba: dark))
    #expect(tint.written == text)
  }

  @Test(
    "what is no colour",
    arguments: ["", "#", "#12", "#12345", "#-12", "#1234567", "#123456789", "whit", "#ggg"])
  func noColour(_ text: String) { #expect(Tint(text) == nil) }

  @Test func theNamesOfCSSAndOfTheSystemAreThere() {
    #expect(cssColours.count == 148)
    #expect(systemColours.count == 39)
    #expect(cssColours.keys.allSatisfy { $0 == $0.lowercased() })
    #expect(Set(systemColours.keys.map { $0.lowercased() }).isDisjoint(with: cssColours.keys))
  }

  @Test(
    "contrast as WCAG gives it",
    arguments: [
      (0xFFFFFF, 0x000000, 21), (0x777777, 0xFFFFFF, 4.478), (0xFF0000, 0xFFFFFF, 3.998),
      (0x0000FF, 0x000000, 2.444),
    ]
      as [(UInt32, UInt32, Double)])
  func contrast(_ one: UInt32, _ other: UInt32, _ ratio: Double) {
    #expect(abs(RGBA(rgb: one).contrast(to: RGBA(rgb: other)) - ratio) < 0.001)
    #expect(abs(RGBA(rgb: other).contrast(to: RGBA(rgb: one)) - ratio) < 0.001)
  }

  @Test("white is legible on every colour that is chosen by id", arguments: Hue.all)
  func hues(_ hue: RGBA) {
    #expect(hue.contrast(to: .white) >= 4.5)
    #expect(hue.dimmed(to: 0.7).contrast(to: .white) >= 4.5)
    #expect(RGBA.legible(on: [hue]) == .white)
  }

  @Test func ofWhiteAndBlackTheBetterOneIsTaken() {
    for tint in systemColours.values.map({ $0.value(.light) }) + cssColours.values.map(RGBA.init(rgb:)) {
      let below = tint.laid(on: .white)
      // The worst there is lies between both: 4.58:1.
      #expect(RGBA.legible(on: [below]).contrast(to: below) >= 4.5)
    }
    #expect(RGBA.legible(on: [RGBA(rgb: 0xFFCC00)]) == .black)
  }

  @Test func idsShareTheColoursEvenlyAndForEver() throws {
    var counts: [RGBA: Int] = [:]
    for number in 0..<3200 { counts[Hue.of(try id("sales/person\(number)")), default: 0] += 1 }
    #expect(Set(Hue.all).count == 16)
    #expect(counts.count == 16)
    #expect(counts.values.allSatisfy { 120...290 ~= $0 })
    #expect(Hue.of(try id("jane")) == Hue.of(try id("jane")))
    #expect(try ["jane", "omar", "zoe", "sales/jane"].map { Hue.of(try id($0)).hex } == Self.fixed)
  }

  /// Another version must not give people other colours.
  private static let fixed = ["#a85a00", "#4a53c4", "#4a53c4", "#4c7a1e"]
}
