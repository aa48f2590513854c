/// Which of its two values a system colour has.
package enum Appearance: String, Hashable, Sendable, Codable, CaseIterable {
  case light, dark
}

/// A colour of the system, for a light and for a dark surrounding; each with alpha last.
struct SystemColour {
  let light: UInt32
  let dark: UInt32

  init(_ light: UInt32, _ dark: UInt32) {
    self.light = light
    self.dark = dark
  }

  func value(_ appearance: Appearance) -> RGBA { RGBA(rgba: appearance == .light ? light : dark) }
}

/// UIKit's colours, by the names that PhotoSelectAndCrop gives them.
let systemColours = hues.merging(grays) { $1 }.merging(texts) { $1 }.merging(surfaces) { $1 }

private let hues = [
  "systemRed": SystemColour(0xFF3B30FF, 0xFF453AFF), "systemOrange": SystemColour(0xFF9500FF, 0xFF9F0AFF),
  "systemYellow": SystemColour(0xFFCC00FF, 0xFFD60AFF), "systemGreen": SystemColour(0x34C759FF, 0x30D158FF),
  "systemMint": SystemColour(0x00C7BEFF, 0x63E6E2FF), "systemTeal": SystemColour(0x30B0C7FF, 0x40C8E0FF),
  "systemCyan": SystemColour(0x32ADE6FF, 0x64D2FFFF), "systemBlue": SystemColour(0x007AFFFF, 0x0A84FFFF),
  "systemIndigo": SystemColour(0x5856D6FF, 0x5E5CE6FF), "systemPurple": SystemColour(0xAF52DEFF, 0xBF5AF2FF),
  "systemPink": SystemColour(0xFF2D55FF, 0xFF375FFF), "systemBrown": SystemColour(0xA2845EFF, 0xAC8E68FF),
  "tint": SystemColour(0x007AFFFF, 0x0A84FFFF), "link": SystemColour(0x007AFFFF, 0x0984FFFF),
]

private let grays = [
  "systemGray": SystemColour(0x8E8E93FF, 0x8E8E93FF), "systemGray2": SystemColour(0xAEAEB2FF, 0x636366FF),
  "systemGray3": SystemColour(0xC7C7CCFF, 0x48484AFF), "systemGray4": SystemColour(0xD1D1D6FF, 0x3A3A3CFF),
  "systemGray5": SystemColour(0xE5E5EAFF, 0x2C2C2EFF), "systemGray6": SystemColour(0xF2F2F7FF, 0x1C1C1EFF),
]

private let texts = [
  "label": SystemColour(0x000000FF, 0xFFFFFFFF), "secondaryLabel": SystemColour(0x3C3C4399, 0xEBEBF599),
  "tertiaryLabel": SystemColour(0x3C3C434C, 0xEBEBF54C),
  "quaternaryLabel": SystemColour(0x3C3C432D, 0xEBEBF528),
  "placeholderText": SystemColour(0x3C3C434C, 0xEBEBF54C), "darkText": SystemColour(0x000000FF, 0x000000FF),
  "lightText": SystemColour(0xFFFFFF99, 0xFFFFFF99), "separator": SystemColour(0x3C3C434A, 0x54545899),
  "opaqueSeparator": SystemColour(0xC6C6C8FF, 0x38383AFF),
]

private let surfaces = [
  "systemFill": SystemColour(0x78788033, 0x7878805B),
  "secondarySystemFill": SystemColour(0x78788028, 0x78788051),
  "tertiarySystemFill": SystemColour(0x7676801E, 0x7676803D),
  "quaternarySystemFill": SystemColour(0x74748014, 0x7676802D),
  "systemBackground": SystemColour(0xFFFFFFFF, 0x000000FF),
  "secondarySystemBackground": SystemColour(0xF2F2F7FF, 0x1C1C1EFF),
  "tertiarySystemBackground": SystemColour(0xFFFFFFFF, 0x2C2C2EFF),
  "systemGroupedBackground": SystemColour(0xF2F2F7FF, 0x000000FF),
  "secondarySystemGroupedBackground": SystemColour(0xFFFFFFFF, 0x1C1C1EFF),
  "tertiarySystemGroupedBackground": SystemColour(0xF2F2F7FF, 0x2C2C2EFF),
]
