/// An sRGB colour that may let something through.
package struct RGBA: Hashable, Sendable, Codable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8
  /// 255: opaque.
  package var alpha: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Opaque, as in `0xFF3B30`.
  package init(rgb value: UInt32) { self.init(rgba: value << 8 | 255) }

  /// With alpha last, as in `0x3C3C4399`.
  package init(rgba value: UInt32) {
    let byte = { (shift: UInt32) -> UInt8 in UInt8(truncatingIfNeeded: value >> shift) }
    self.init(red: byte(24), green: byte(16), blue: byte(8), alpha: byte(0))
  }

  package static let white = RGBA(rgb: 0xFFFFFF)
  package static let black = RGBA(rgb: 0x000000)

  /// As in `#ff3b30`; alpha is told apart.
  package var hex: String { "#" + hexadecimal([red, green, blue]) }

  /// What is seen where this lies on an opaque colour.
  package func laid(on below: RGBA) -> RGBA {
    let share = Int(alpha)
    let mix = { (top: UInt8, bottom: UInt8) -> UInt8 in
      let sum = Int(top) * share + Int(bottom) * (255 - share)
      return UInt8((sum + 127) / 255)
    }
    return RGBA(
      red: mix(red, below.red), green: mix(green, below.green), blue: mix(blue, below.blue))
  }

  /// The same hue with this share of its light.
  package func dimmed(to share: Double) -> RGBA {
    let dim = { (channel: UInt8) -> UInt8 in UInt8(Double(channel) * share + 0.5) }
    return RGBA(red: dim(red), green: dim(green), blue: dim(blue), alpha: alpha)
  }
}
