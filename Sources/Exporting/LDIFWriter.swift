package import Model

/// Writes avatars as changes to a directory's entries (RFC 2849), for `ldapmodify`.
package struct LDIFWriter: Sendable {
  package enum Attribute: String, Sendable, CaseIterable {
    case jpegPhoto, thumbnailPhoto
  }

  private static let placeholder = "{id}"

  private let pattern: String
  private let attribute: Attribute

  /// The pattern is an entry's name for `{id}`, as in `uid={id},ou=people,dc=example,dc=org`.
  package init(dn pattern: String, attribute: Attribute) throws(CommandProblem) {
    guard pattern.contains(Self.placeholder) else {
      throw .usage(Message("export.ldif.pattern", ["pattern": pattern]))
    }
    self.pattern = pattern
    self.attribute = attribute
  }

  /// What the first record follows.
  package var header: [UInt8] { Array("version: 1\n\n".utf8) }

  /// With the blank line behind it.
  package func record(_ exported: Exported) -> [UInt8] {
    var text = FoldedText(width: 76, lineEnd: "\n")
    let parts = pattern.split(separator: Self.placeholder, omittingEmptySubsequences: false)
    text.add(line("dn", parts.joined(separator: escaped(exported.id.text))))
    text.add("changetype: modify")
    text.add("replace: \(attribute.rawValue)")
    text.add(Array("\(attribute.rawValue):: ".utf8) + base64Text(exported.image))
    text.add("-")
    text.add("")
    return text.bytes
  }

  /// A value that is not plain ASCII, or could be taken for something else, is written as Base64.
  private func line(_ name: String, _ value: String) -> String {
    let bytes = Array(value.utf8)
    let isPlain = bytes.allSatisfy { (0x20...0x7E).contains($0) }
    let isClear = bytes.first.map { !Array(" :<".utf8).contains($0) } ?? true
    return isPlain && isClear && bytes.last != UInt8(ascii: " ")
      ? "\(name): \(value)" : "\(name):: \(base64(bytes))"
  }

  /// As part of a name (RFC 4514, section 2.4).
  private func escaped(_ value: String) -> String {
    var result = ""
    for (index, scalar) in value.unicodeScalars.enumerated() {
      let isAtEdge = index == 0 || index == value.unicodeScalars.count - 1
      let isSpecial = "\"+,;<>\\".unicodeScalars.contains(scalar)
      if isSpecial || (scalar == " " && isAtEdge) || (scalar == "#" && index == 0) {
        result.append("\\")
      }
      result += scalar.value < 0x20 ? "\\" + hexadecimal([UInt8(scalar.value)]) : String(scalar)
    }
    return result
  }
}
