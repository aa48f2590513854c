internal import Model

/// What the first part of an entry's name says (RFC 4514), as in `uid=jane+cn=Jane Doe,ou=people,dc=example,dc=org`.
struct DistinguishedName {
  /// By names in small letters.
  private(set) var first: [String: String] = [:]

  init(_ text: String) {
    for part in Self.parts(text) {
      guard let sign = part.firstIndex(of: "=") else { continue }
      let name = part[..<sign].trimmed.lowercased()
      first[name] = Self.unescaped(part[part.index(after: sign)...].utf8)
    }
  }

  /// The parts of the first name, escapes and all.
  private static func parts(_ text: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var isEscaped = false
    for index in text.indices {
      let character = text[index]
      if !isEscaped, character == "+" || character == "," || character == ";" {
        parts.append(text[start..<index])
        start = text.index(after: index)
        if character != "+" { return parts }
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return parts + [text[start...]]
  }

  /// `\2C` and `\,` are both a comma.
  private static func unescaped(_ value: some Collection<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = Array(value)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      if let escaped = escapedByte([byte] + rest.prefix(2)) {
        bytes.append(escaped)
        rest = rest.dropFirst(2)
      } else if let next = rest.popFirst() {
        bytes.append(next)
      }
    }
    return String(decoding: bytes, as: UTF8.self).trimmed
  }
}
