extension Placeholder {
  private static let contentKeys = ["initials", "from", "symbol", "image"]
  static let keys = contentKeys + ["rendering", "colors", "gradient", "appearance"]
  private static let mostColours = 3

  /// Reads a placeholder that is a document of its own.
  package init(reading bytes: [UInt8]) throws(DocumentProblem) {
    try self.init(Field(value: try JSONValue(reading: bytes), path: ""))
  }

  init(_ field: Field) throws(DocumentProblem) {
    let fields = try field.object(Self.keys)
    self.init(
      try Self.content(fields), mode: try fields["rendering"]?.word(Mode.self),
      colours: try Self.colours(fields["colors"]), gradient: try fields["gradient"].map(Gradient.init),
      appearance: try fields["appearance"]?.word(Appearance.self))
    if gradient != nil, let mode, mode != .gradient {
      throw fields.problem(.excluded("gradient", by: "rendering"), key: "gradient")
    }
  }

  private static func content(_ fields: Fields) throws(DocumentProblem) -> Content? {
    let given = fields.present(contentKeys)
    guard let key = given.first, let field = fields[key] else { return nil }
    if given.count > 1 { throw fields.problem(.excluded(given[1], by: key), key: given[1]) }
    switch key {
    case "initials": return .initials(try field.initials())
    case "from": return try field.name()
    case "symbol": return .symbol(try field.word(Symbol.self))
    default: return .image(try field.imagePath())
    }
  }

  private static func colours(_ field: Field?) throws(DocumentProblem) -> [Tint] {
    guard let field else { return [] }
    let elements = try field.elements()
    guard 1...mostColours ~= elements.count else {
      throw field.problem(.wrongCount(elements.count, 1...mostColours))
    }
    var tints: [Tint] = []
    for element in elements { tints.append(try Tint(element)) }
    return tints
  }
}

extension Placeholder.Gradient {
  static let keys = ["from", "to", "start", "end"]

  fileprivate init(_ field: Field) throws(DocumentProblem) {
    let fields = try field.object(Self.keys)
    self.init(
      from: try Tint(fields.required("from")), to: try Tint(fields.required("to")),
      start: try fields["start"]?.word(UnitPoint.self) ?? .topLeading,
      end: try fields["end"]?.word(UnitPoint.self) ?? .bottomTrailing)
  }
}

extension Field {
  private static let mostInitials = 3
  /// Bytes.
  private static let longestName = 500

  fileprivate func initials() throws(DocumentProblem) -> String {
    let text = try plainText()
    guard 1...Self.mostInitials ~= text.count, text.allSatisfy(\.isSeen) else {
      throw problem(.notInitials(text, most: Self.mostInitials))
    }
    return text
  }

  /// The word `id` stands for the id's last part.
  fileprivate func name() throws(DocumentProblem) -> Placeholder.Content {
    let text = try plainText()
    if sameBytes(text, "id") { return .id }
    guard Initials.of(text) != nil else { throw problem(.noInitials(text)) }
    return .name(text)
  }

  fileprivate func imagePath() throws(DocumentProblem) -> String {
    let text = try string()
    guard let path = BytePath(text), !path.bytes.isEmpty else { throw problem(.notAPlainPath(text)) }
    return text
  }

  /// A text of one line, without characters that only steer others.
  private func plainText() throws(DocumentProblem) -> String {
    let text = try string()
    guard text.utf8.count <= Self.longestName else { throw problem(.textTooLong(limit: Self.longestName)) }
    if let scalar = text.unicodeScalars.first(where: isUnseen) {
      throw problem(.unseenCharacter(scalar.value))
    }
    return text
  }
}

/// Controls, line ends and what turns the direction of writing; not what joins the parts of emoji and letters.
private func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator: return true
  case .format: return ![0x200C...0x200D, 0xE0020...0xE007F].contains { $0.contains(scalar.value) }
  default: return scalar.properties.isNoncharacterCodePoint
  }
}

extension Character {
  /// Whether there is more to it than what joins and varies others.
  fileprivate var isSeen: Bool {
    !isWhitespace
      && unicodeScalars.contains {
        !$0.properties.isDefaultIgnorableCodePoint && $0.properties.canonicalCombiningClass == .notReordered
      }
  }
}
