extension JSONValue {
  /// The value as a document, with a newline at the end.
  ///
  /// Each member of the outermost object has a line of its own, and so has each element of an array there.
  package var document: [UInt8] {
    var writer = JSONWriter()
    writer.spread(self, depth: 0)
    writer.add("\n")
    return writer.bytes
  }

  /// The value on one line, as in `{ "x": -0.12, "y": 0.05 }`.
  package var line: String { String(decoding: lineBytes, as: UTF8.self) }

  /// The same, as bytes.
  var lineBytes: [UInt8] {
    var writer = JSONWriter()
    writer.add(self)
    return writer.bytes
  }
}

/// Writes values one behind the other, into one buffer: a start with a million avatars writes a million texts.
private struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ text: String) { bytes += text.utf8 }

  /// On one line.
  mutating func add(_ value: JSONValue) {
    switch value.content {
    case .null: add("null")
    case .boolean(let value): add(value ? "true" : "false")
    case .number(let value): add(numberText(value))
    case .string(let text): addQuoted(text)
    case .array(let elements): addList("[", elements, "]") { $0.add($1) }
    case .object(let members) where members.isEmpty: add("{}")
    case .object(let members):
      addList("{ ", members, " }") { writer, member in
        writer.addKey(member)
        writer.add(member.value)
      }
    }
  }

  /// On several lines: an outermost object, and lists in it.
  mutating func spread(_ value: JSONValue, depth: Int) {
    switch value.content {
    case .object(let members) where !members.isEmpty && depth == 0:
      addLines("{", members, "}", depth) { writer, member in
        writer.addKey(member)
        writer.spread(member.value, depth: depth + 1)
      }
    case .array(let elements) where !elements.isEmpty: addLines("[", elements, "]", depth) { $0.add($1) }
    default: add(value)
    }
  }

  private mutating func addKey(_ member: JSONMember) {
    addQuoted(member.key)
    add(": ")
  }

  private mutating func addList<Item>(
    _ open: String, _ items: [Item], _ close: String, _ each: (inout JSONWriter, Item) -> Void
  ) {
    add(open)
    for (index, item) in items.enumerated() {
      if index > 0 { add(", ") }
      each(&self, item)
    }
    add(close)
  }

  private mutating func addLines<Item>(
    _ open: String, _ items: [Item], _ close: String, _ depth: Int, _ each: (inout JSONWriter, Item) -> Void
  ) {
    let indent = String(repeating: "  ", count: depth)
    add(open)
    for (index, item) in items.enumerated() {
      add(index > 0 ? ",\n" : "\n")
      add(indent + "  ")
      each(&self, item)
    }
    add("\n" + indent + close)
  }

  private mutating func addQuoted(_ text: String) {
    add("\"")
    for byte in text.utf8 { addEscaped(byte) }
    add("\"")
  }

  /// What JSON asks to be escaped is one byte in UTF-8, and no part of a longer character.
  private mutating func addEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): add("\\\"")
    case UInt8(ascii: "\\"): add("\\\\")
    case UInt8(ascii: "\n"): add("\\n")
    case UInt8(ascii: "\r"): add("\\r")
    case UInt8(ascii: "\t"): add("\\t")
    case 0..<0x20, 0x7F: add("\\u00" + hexadecimal([byte]))
    default: bytes.append(byte)
    }
  }
}

/// The shortest text that reads back as the same number; whole numbers have no `.0`.
package func numberText(_ value: Double) -> String {
  if value == 0 { return "0" }
  let text = value.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
