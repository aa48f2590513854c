/// A path relative to some folder, as the bytes the file system holds.
///
/// Linux names are bytes, not text: a Swift `String` would repair what is not UTF-8, and compare `é` equal to
/// `e` + accent, and so point at another file. Text is made of a path only at the edges.
package struct BytePath: Hashable, Sendable {
  /// The bytes, without a leading or trailing `/`, without empty, `.` or `..` parts and without NUL; empty for the folder itself.
  package let bytes: [UInt8]

  package static let separator = UInt8(ascii: "/")

  /// The folder itself.
  package static let here = BytePath(unchecked: [])

  init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// Takes bytes that came from the file system or from a document; nil where they are no plain relative path.
  package init?(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.isEmpty || Self.isPlain(bytes) else { return nil }
    self.bytes = bytes
  }

  /// Whether no part is empty, `.` or `..`, and nothing is NUL.
  private static func isPlain(_ bytes: [UInt8]) -> Bool {
    var start = 0
    for index in 0...bytes.count {
      guard index == bytes.count || bytes[index] == separator else {
        if bytes[index] == 0 { return false }
        continue
      }
      let length = index - start
      let isDots = length <= 2 && bytes[start..<index].allSatisfy { $0 == UInt8(ascii: ".") }
      if length == 0 || isDots { return false }
      start = index + 1
    }
    return true
  }

  /// The same for text, as in `"inbox/sales/jane.jpg"`.
  package init?(_ text: String) { self.init(Array(text.utf8)) }

  /// The parts between the separators.
  package var parts: [ArraySlice<UInt8>] { bytes.split(separator: Self.separator) }

  /// The last part.
  package var name: [UInt8] {
    guard let cut = bytes.lastIndex(of: Self.separator) else { return bytes }
    return Array(bytes[(cut + 1)...])
  }

  /// The folder this lies in; `here` for a single name.
  package var folder: BytePath {
    guard let cut = bytes.lastIndex(of: Self.separator) else { return .here }
    return BytePath(unchecked: Array(bytes[..<cut]))
  }

  /// All folders that this lies in, the nearest first, and `here` last.
  package var folders: some Sequence<BytePath> {
    sequence(first: folder) { $0.bytes.isEmpty ? nil : $0.folder }
  }

  /// This path with one more part, which must be plain.
  package func appending(_ name: some Collection<UInt8>) -> BytePath {
    BytePath(unchecked: bytes.isEmpty ? Array(name) : bytes + [Self.separator] + Array(name))
  }

  /// This path with all parts of another behind it.
  package func appending(_ other: BytePath) -> BytePath {
    other.bytes.isEmpty ? self : appending(other.bytes)
  }

  /// What is left of this path below `folder`; nil where it does not lie there.
  package func below(_ folder: BytePath) -> BytePath? {
    if folder.bytes.isEmpty { return self }
    guard bytes.count > folder.bytes.count, bytes.starts(with: folder.bytes),
      bytes[folder.bytes.count] == Self.separator
    else { return nil }
    return BytePath(unchecked: Array(bytes[(folder.bytes.count + 1)...]))
  }

  /// The same, and `here` for the folder itself.
  package func within(_ folder: BytePath) -> BytePath? { self == folder ? .here : below(folder) }

  /// The exact text, or nil where the bytes are not UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  /// Whether there is an exact text.
  var isUTF8: Bool { (try? UTF8Span(validating: bytes.span)) != nil }

  /// For people: control characters, backslashes and bytes that are no UTF-8 are written as `\n`, `\\` or `\xFF`.
  package var shown: String { escaped(bytes) }
}

extension BytePath: Comparable {
  package static func < (left: BytePath, right: BytePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension BytePath: CustomStringConvertible {
  package var description: String { shown }
}

/// Text for people of bytes that may hold anything.
package func escaped(_ bytes: some Collection<UInt8>) -> String {
  if bytes.allSatisfy({ (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) {
    return String(decoding: bytes, as: UTF8.self)
  }
  var result = ""
  var rest = Array(bytes)[...]
  while !rest.isEmpty {
    let length = (1...min(4, rest.count)).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
    guard let length, let character = String(validating: rest.prefix(length), as: UTF8.self) else {
      result += "\\x" + hexadecimal([rest.removeFirst()]).uppercased()
      continue
    }
    rest = rest.dropFirst(length)
    result += character.unicodeScalars.map(escapedScalar).joined()
  }
  return result
}

private func escapedScalar(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\n": "\\n"
  case "\r": "\\r"
  case "\t": "\\t"
  case "\\": "\\\\"
  // Controls, and the marks that reorder text on a terminal.
  case "\u{00}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{200E}"..."\u{200F}", "\u{202A}"..."\u{202E}",
    "\u{2066}"..."\u{2069}":
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  default: String(scalar)
  }
}

/// Lower-case hexadecimal digits, two a byte.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  var digits: [UInt8] = []
  digits.reserveCapacity(64)
  for byte in bytes {
    digits.append(hexadecimalDigit(byte >> 4))
    digits.append(hexadecimalDigit(byte & 15))
  }
  return String(decoding: digits, as: UTF8.self)
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}
