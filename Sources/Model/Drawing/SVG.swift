/// The few words of SVG that a drawing needs.
enum SVG {
  static func document(width: Int, height: Int, box: String, _ content: String) -> String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" viewBox=\"\(box)\">"
      + content + "</svg>"
  }

  /// A text around the probe's origin.
  static func text(_ text: String, fill: String) -> String {
    "<text x=\"\(numberText(Lettering.origin.x))\" y=\"\(numberText(Lettering.origin.y))\""
      + " font-size=\"\(numberText(Lettering.size))\" font-family=\"Noto Sans, sans-serif\" font-weight=\"600\""
      + " text-anchor=\"middle\" xml:space=\"preserve\" fill=\"\(fill)\">\(escaped(unjoined(text)))</text>"
  }

  /// What is markup, or no character of XML at all, must not come from a name.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars where isCharacter(scalar) {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && scalar.value & 0xFFFE != 0xFFFE
  }

  /// Initials are letters by themselves: those of a cursive script must not be joined to a word.
  private static func unjoined(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { (0x600...0x8FF).contains($0.value) }) else { return text }
    return text.map(String.init).joined(separator: "\u{200C}")
  }

  /// A square's coordinates of a gradient are in its own units, whatever piece is filled with it.
  static func gradient(_ paint: Paint, id: String, side: Double) -> String {
    guard case .gradient(let from, let to, let start, let end) = paint else { return "" }
    let at = { (share: Double) in numberText(share * side) }
    return "<linearGradient id=\"\(id)\" gradientUnits=\"userSpaceOnUse\" x1=\"\(at(start.x))\""
      + " y1=\"\(at(start.y))\" x2=\"\(at(end.x))\" y2=\"\(at(end.y))\">" + stop(from, "0") + stop(to, "1")
      + "</linearGradient>"
  }

  private static func stop(_ colour: RGBA, _ offset: String) -> String {
    "<stop offset=\"\(offset)\" stop-color=\"\(colour.hex)\" stop-opacity=\"\(share(colour.alpha))\"/>"
  }

  /// 255 as 1.
  static func share(_ alpha: UInt8) -> String { numberText(Double(alpha) / 255) }
}
