extension RGBA {
  /// Relative luminance, 0 (black) to 1 (white), as WCAG 2 defines it; of an opaque colour.
  package var luminance: Double {
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The contrast ratio of two opaque colours, 1 to 21, as WCAG 2 defines it.
  package func contrast(to other: RGBA) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// White or black: whichever is the easier to read on all of these opaque colours.
  package static func legible(on colours: [RGBA]) -> RGBA {
    let least = { (ink: RGBA) in colours.map { ink.contrast(to: $0) }.min() ?? 1 }
    return least(.white) >= least(.black) ? .white : .black
  }
}

private func linear(_ channel: UInt8) -> Double {
  let value = Double(channel) / 255
  return value <= 0.04045 ? value / 12.92 : powerOf2Point4((value + 0.055) / 1.055)
}

/// x^2.4 as x^2 times the fifth root of x^2, of 0.05...1: the standard library has no powers.
private func powerOf2Point4(_ x: Double) -> Double {
  let square = x * x
  var root = 1.0
  for _ in 0..<40 {
    let fourth = root * root * root * root
    root -= (fourth * root - square) / (5 * fourth)
  }
  return square * root
}
