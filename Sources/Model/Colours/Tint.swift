/// A colour in the words of a document; names of the system have a light and a dark value, and some let something
/// through.
package struct Tint: Hashable, Sendable, Codable {
  /// `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, or a name in any case.
  package let written: String

  /// Nil where the text is no colour.
  package init?(_ text: String) {
    guard Self.value(of: text, .light) != nil else { return nil }
    written = text
  }

  /// The value for a surrounding.
  package func colour(_ appearance: Appearance) -> RGBA { Self.value(of: written, appearance) ?? .black }

  /// The known name that was probably meant.
  static func nearestName(to text: String) -> String? {
    aliases[text.lowercased()] ?? nearest(to: text, among: names)
  }

  private static func value(of text: String, _ appearance: Appearance) -> RGBA? {
    if text.hasPrefix("#") { return digits(text.dropFirst()) }
    let name = text.lowercased()
    if sameBytes(name, "transparent") || sameBytes(name, "clear") { return RGBA(rgba: 0) }
    return cssColours[name].map(RGBA.init(rgb:)) ?? byLowerCase[name]?.value(appearance)
  }

  private static func digits(_ digits: Substring) -> RGBA? {
    // UInt32(_:radix:) alone would take a sign.
    guard digits.utf8.allSatisfy(isWordPart), let value = UInt32(digits, radix: 16) else { return nil }
    switch digits.utf8.count {
    case 3: return RGBA(rgba: spread(value) << 8 | 255)
    case 4: return RGBA(rgba: spread(value))
    case 6: return RGBA(rgb: value)
    case 8: return RGBA(rgba: value)
    default: return nil
    }
  }

  /// `0xA5F` as `0xAA55FF`.
  private static func spread(_ short: UInt32) -> UInt32 {
    var value: UInt32 = 0
    for shift in [12, 8, 4, 0] as [UInt32] { value = value << 8 | (short >> shift & 15) * 17 }
    return value
  }

  private static let aliases = ["none": "transparent", "systemgrey": "systemGray"]
  static let names = ["transparent"] + cssColours.keys.sorted() + systemColours.keys.sorted()
  private static let byLowerCase = Dictionary(
    uniqueKeysWithValues: systemColours.map { ($0.key.lowercased(), $0.value) })
}
