/// Where something stands in a text.
package struct Place: Hashable, Sendable {
  /// 1 or more.
  package var line: Int
  /// 1 or more; in Unicode scalars, as most editors count; a byte order mark does not count.
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Where a text begins.
  package static let start = Place(line: 1, column: 1)
}

/// A JSON value that knows where it stands.
///
/// Foundation's reader gives no positions, and lets one of two equal keys pass in silence.
package struct JSONValue: Sendable {
  package var content: Content
  package var at: Place

  package init(_ content: Content, at: Place = .start) {
    self.content = content
    self.at = at
  }

  /// What the value is.
  package enum Content: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// Always finite.
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// In the order of the text; each key once.
    case object([JSONMember])
  }

  /// The kind of this value, for sentences.
  package var kind: JSONKind {
    switch content {
    case .null: .null
    case .boolean: .boolean
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}

/// A key and its value.
package struct JSONMember: Sendable {
  package var key: String
  /// Where the key stands.
  package var at: Place
  package var value: JSONValue

  package init(_ key: String, _ value: JSONValue, at: Place = .start) {
    self.key = key
    self.value = value
    self.at = at
  }
}

/// The six kinds of JSON values.
package enum JSONKind: Hashable, Sendable {
  case null, boolean, number, string, array, object
}

// Two values are equal where they say the same; where they stand does not matter.

extension JSONValue: Hashable {
  package static func == (left: JSONValue, right: JSONValue) -> Bool { left.content == right.content }
  package func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension JSONMember: Hashable {
  package static func == (left: JSONMember, right: JSONMember) -> Bool {
    left.key == right.key && left.value == right.value
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(value)
  }
}

// Trees that are to be written read best as literals.

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(stringLiteral text: String) { self.init(.string(text)) }
  package init(arrayLiteral elements: JSONValue...) { self.init(.array(elements)) }
  /// Keeps the order of the literal.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(.object(elements.map { JSONMember($0, $1) }))
  }

  /// A string.
  package init(_ text: String) { self.init(.string(text)) }
  /// A finite number.
  package init(_ number: Double) { self.init(.number(number)) }
  /// A number; exact up to 2^53.
  package init(_ number: Int) { self.init(.number(Double(number))) }
}
