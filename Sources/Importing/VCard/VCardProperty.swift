internal import Model

/// A line of a card as far as its value (RFC 6350, section 3.3; RFC 2426, section 4; vCard 2.1, section 2.1.1).
struct VCardProperty {
  var line: Int
  /// In capitals and without a group, as in `PHOTO`.
  var name: String
  /// Their names in capitals; what 2.1 gives without one, such as `BASE64`, has none.
  var parameters: [(name: String, value: String)]
  /// The value's beginning, which came in one piece with the name.
  var value: ArraySlice<UInt8>

  /// Of the first parameter with this name.
  func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// Whether a parameter has this value, or stands for it alone.
  func has(_ name: String, among values: [String]) -> Bool {
    parameters.contains { ($0.name == name || $0.name.isEmpty) && values.contains($0.value.uppercased()) }
  }

  var isQuotedPrintable: Bool { has("ENCODING", among: ["QUOTED-PRINTABLE"]) }
  var isBase64: Bool { has("ENCODING", among: ["B", "BASE64"]) }

  init(line: Int, head: [UInt8], value: ArraySlice<UInt8>) {
    let parts = head.split(separator: ";", outside: "\"").map { String(decoding: $0, as: UTF8.self) }
    let name = (parts.first ?? "").split(separator: ".").last ?? ""
    self.line = line
    self.name = name.trimmed.uppercased()
    parameters = parts.dropFirst().map(Self.parameter)
    self.value = value
  }

  private static func parameter(_ text: String) -> (name: String, value: String) {
    guard let sign = text.firstIndex(of: "=") else { return ("", text.trimmed) }
    let value = text[text.index(after: sign)...].trimmed
    let isQuoted = value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
    return (text[..<sign].trimmed.uppercased(), isQuoted ? String(value.dropFirst().dropLast()) : value)
  }
}

extension Collection<UInt8> {
  /// Where a character stands first, but not between marks such as quotation marks.
  func firstIndex(of character: Unicode.Scalar, outside mark: Unicode.Scalar) -> Index? {
    var isInside = false
    return firstIndex { byte in
      if byte == UInt8(ascii: mark) { isInside.toggle() }
      return byte == UInt8(ascii: character) && !isInside
    }
  }
}

extension [UInt8] {
  fileprivate func split(separator: Unicode.Scalar, outside mark: Unicode.Scalar) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var rest = self[...]
    while let end = rest.firstIndex(of: separator, outside: mark) {
      parts.append(rest[..<end])
      rest = rest[(end + 1)...]
    }
    return parts + [rest]
  }
}
