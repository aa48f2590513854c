extension Background {
  /// Reads `transparent` or a colour.
  init(_ field: Field) throws(DocumentProblem) {
    let text = try field.string()
    if sameBytes(text.lowercased(), "transparent") {
      self = .transparent
    } else {
      self = .colour(try Colour(text, field))
    }
  }

  /// As written.
  var text: String {
    switch self {
    case .transparent: "transparent"
    case .colour(let colour): colour.written
    }
  }

  /// By value: two names of one colour are the same.
  var canonical: String {
    switch self {
    case .transparent: "transparent"
    case .colour(let colour): "#" + hexadecimal([colour.red, colour.green, colour.blue])
    }
  }
}

extension Colour {
  fileprivate init(_ text: String, _ field: Field) throws(DocumentProblem) {
    guard let value = text.hasPrefix("#") ? try digits(text, field) : named[text.lowercased()] else {
      let near = aliases[text.lowercased()] ?? nearest(to: text, among: names)
      throw field.problem(.notAColour(text, nearest: near))
    }
    self.init(
      red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255), written: text)
  }
}

private func digits(_ text: String, _ field: Field) throws(DocumentProblem) -> Int? {
  let digits = text.dropFirst()
  // Int(_:radix:) alone would take a sign.
  guard digits.utf8.allSatisfy(isWordPart), let value = Int(digits, radix: 16) else { return nil }
  switch digits.utf8.count {
  case 3: return [value >> 8, value >> 4 & 15, value & 15].reduce(0) { $0 << 8 | $1 * 17 }
  case 6: return value
  case 4, 8: throw field.problem(.colourWithAlpha(text))
  default: return nil
  }
}

private let aliases = ["clear": "transparent", "none": "transparent", "systemgrey": "systemGray"]

private let names = ["transparent"] + basic.keys.sorted() + system.keys.sorted()

/// By lower-case name.
private let named = basic.merging(system.map { ($0.key.lowercased(), $0.value) }) { $1 }

/// The sixteen basic names of CSS, and a few more.
private let basic = [
  "black": 0x000000, "silver": 0xC0C0C0, "gray": 0x808080, "grey": 0x808080, "white": 0xFFFFFF,
  "maroon": 0x800000, "red": 0xFF0000, "purple": 0x800080, "fuchsia": 0xFF00FF, "magenta": 0xFF00FF,
  "green": 0x008000, "lime": 0x00FF00, "olive": 0x808000, "yellow": 0xFFFF00, "navy": 0x000080,
  "blue": 0x0000FF, "teal": 0x008080, "aqua": 0x00FFFF, "cyan": 0x00FFFF, "orange": 0xFFA500,
  "brown": 0xA52A2A, "pink": 0xFFC0CB, "beige": 0xF5F5DC, "ivory": 0xFFFFF0, "gold": 0xFFD700,
  "indigo": 0x4B0082, "lightgray": 0xD3D3D3, "lightgrey": 0xD3D3D3, "darkgray": 0xA9A9A9,
  "darkgrey": 0xA9A9A9,
]

/// UIKit's system colours, light appearance.
private let system = [
  "systemRed": 0xFF3B30, "systemOrange": 0xFF9500, "systemYellow": 0xFFCC00, "systemGreen": 0x34C759,
  "systemMint": 0x00C7BE, "systemTeal": 0x30B0C7, "systemCyan": 0x32ADE6, "systemBlue": 0x007AFF,
  "systemIndigo": 0x5856D6, "systemPurple": 0xAF52DE, "systemPink": 0xFF2D55, "systemBrown": 0xA2845E,
  "systemGray": 0x8E8E93, "systemGray2": 0xAEAEB2, "systemGray3": 0xC7C7CC, "systemGray4": 0xD1D1D6,
  "systemGray5": 0xE5E5EA, "systemGray6": 0xF2F2F7,
]
