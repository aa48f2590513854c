extension Template {
  /// Why a catalog's text is no template.
  struct Mistake: Error, Hashable {
    let text: String
  }

  init(_ text: String) throws(Mistake) {
    var parser = TemplateParser(text)
    pieces = try parser.pieces(isInPlural: false)
  }
}

/// Reads a template, by recursive descent.
private struct TemplateParser {
  private let text: String
  private var rest: Substring

  init(_ text: String) {
    self.text = text
    rest = text[...]
  }

  /// Up to the end, or the brace that ends a form of a plural.
  mutating func pieces(isInPlural: Bool) throws(Template.Mistake) -> [Template.Piece] {
    var pieces: [Template.Piece] = []
    var words = ""
    while let next = rest.first, !(isInPlural && next == "}") {
      if !isInPlural, rest.hasPrefix("{{") || rest.hasPrefix("}}") {
        words.append(next)
        rest = rest.dropFirst(2)
      } else if next == "{" || (isInPlural && next == "#") {
        if !words.isEmpty { pieces.append(.words(words)) }
        words = ""
        pieces.append(next == "#" ? count() : try placeholder())
      } else {
        guard next != "}" else { throw mistake }
        words.append(rest.removeFirst())
      }
    }
    return words.isEmpty ? pieces : pieces + [.words(words)]
  }

  private mutating func count() -> Template.Piece {
    rest.removeFirst()
    return .count
  }

  private mutating func placeholder() throws(Template.Mistake) -> Template.Piece {
    rest.removeFirst()
    let name = word()
    guard !name.isEmpty else { throw mistake }
    if take("}") { return .value(name) }
    try need(",")
    let kind = word()
    if kind == "number", take("}") { return .number(name) }
    guard kind == "plural" else { throw mistake }
    try need(",")
    return .plural(name, try forms())
  }

  private mutating func forms() throws(Template.Mistake) -> [PluralForm: [Template.Piece]] {
    var forms: [PluralForm: [Template.Piece]] = [:]
    while !take("}") {
      guard let form = PluralForm(rawValue: word()), forms[form] == nil else { throw mistake }
      try need("{")
      forms[form] = try pieces(isInPlural: true)
      try need("}")
    }
    return forms
  }

  private mutating func word() -> String {
    skipBlanks()
    let word = rest.prefix { $0.isLetter }
    rest = rest.dropFirst(word.count)
    return String(word)
  }

  private mutating func take(_ character: Character) -> Bool {
    // Only between the words of a placeholder: what a form says begins right after its brace.
    skipBlanks()
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func need(_ character: Character) throws(Template.Mistake) {
    guard take(character) else { throw mistake }
  }

  private mutating func skipBlanks() { rest = rest.drop { $0 == " " } }

  private var mistake: Template.Mistake { Template.Mistake(text: text) }
}
