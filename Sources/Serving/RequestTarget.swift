internal import Model

/// What a request names: the parts of its path, and what stands behind the question mark, both decoded.
struct RequestTarget: Hashable, Sendable {
  /// As in `/api/avatars/sales/jane`: each is a plain name of a file or folder.
  var parts: [[UInt8]]
  private let query: [Parameter]

  private struct Parameter: Hashable, Sendable {
    var name: String
    var value: String
  }

  /// Nil where it cannot be decoded, or a part could lead elsewhere: it is empty, `.` or `..`, or holds `/` or NUL.
  init?(_ raw: [UInt8]) {
    let halves = raw.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = halves.first, let parts = Self.parts(path),
      let query = Self.parameters(halves.count > 1 ? halves[1] : [])
    else { return nil }
    self.parts = parts
    self.query = query
  }

  /// The value of a parameter; nil where it is missing.
  subscript(name: String) -> String? { query.first { $0.name == name }?.value }

  private static func parts(_ path: ArraySlice<UInt8>) -> [[UInt8]]? {
    guard path.first == BytePath.separator else { return nil }
    let rest = path.dropFirst()
    if rest.isEmpty { return [] }
    var parts: [[UInt8]] = []
    for piece in rest.split(separator: BytePath.separator, omittingEmptySubsequences: false) {
      guard let part = decoded(piece), !part.contains(BytePath.separator), !part.isEmpty,
        BytePath(part) != nil
      else { return nil }
      parts.append(part)
    }
    return parts
  }

  private static func parameters(_ query: ArraySlice<UInt8>) -> [Parameter]? {
    var parameters: [Parameter] = []
    for piece in query.split(separator: UInt8(ascii: "&")) {
      let halves = piece.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = text(halves[0]), let value = text(halves.count > 1 ? halves[1] : []) else {
        return nil
      }
      parameters.append(Parameter(name: name, value: value))
    }
    return parameters
  }

  /// As forms write it: a plus is a blank.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return decoded(spaced[...]).flatMap { String(validating: $0, as: UTF8.self) }
  }
}

/// What percent signs stand for; nil where one stands for nothing.
func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
  var result: [UInt8] = []
  var rest = bytes
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else {
      result.append(byte)
      continue
    }
    guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
      return nil
    }
    result.append(high << 4 | low)
  }
  return result
}

/// A path as a part of an address; its slashes stay.
func encoded(_ bytes: some Collection<UInt8>) -> String {
  let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
  return bytes.reduce(into: "") { text, byte in
    text += plain.contains(byte) ? String(UnicodeScalar(byte)) : "%" + hexadecimal([byte]).uppercased()
  }
}

private func digit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
