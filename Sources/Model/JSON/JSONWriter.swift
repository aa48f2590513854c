extension JSONValue {
  /// The value as a document, with a newline at the end.
  ///
  /// Each member of the outermost object has a line of its own, and so has each element of an array there.
  package var document: [UInt8] { Array((spread(indent: "") + "\n").utf8) }

  /// The value on one line, as in `{ "x": -0.12, "y": 0.05 }`.
  package var line: String {
    switch content {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let value): numberText(value)
    case .string(let text): quotedJSON(text)
    case .array(let elements):
      elements.isEmpty ? "[]" : "[" + elements.map(\.line).joined(separator: ", ") + "]"
    case .object(let members):
      members.isEmpty ? "{}" : "{ " + members.map(\.line).joined(separator: ", ") + " }"
    }
  }

  private func spread(indent: String) -> String {
    switch content {
    case .object(let members) where !members.isEmpty && indent.isEmpty:
      lines(
        "{", members.map { quotedJSON($0.key) + ": " + $0.value.spread(indent: indent + "  ") }, "}", indent)
    case .array(let elements) where !elements.isEmpty: lines("[", elements.map(\.line), "]", indent)
    default: line
    }
  }

  private func lines(_ open: String, _ items: [String], _ close: String, _ indent: String) -> String {
    open + "\n" + items.map { indent + "  " + $0 }.joined(separator: ",\n") + "\n" + indent + close
  }
}

extension JSONMember {
  fileprivate var line: String { quotedJSON(key) + ": " + value.line }
}

/// The shortest text that reads back as the same number; whole numbers have no `.0`.
package func numberText(_ value: Double) -> String {
  if value == 0 { return "0" }
  let text = value.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// A JSON string.
private func quotedJSON(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars { result += escapedJSON(scalar) }
  return result + "\""
}

private func escapedJSON(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\"": "\\\""
  case "\\": "\\\\"
  case "\n": "\\n"
  case "\r": "\\r"
  case "\t": "\\t"
  case "\u{00}"..<"\u{20}", "\u{7F}": "\\u00" + hexadecimal([UInt8(scalar.value)])
  default: String(scalar)
  }
}
