/// A sentence of a catalog, taken apart: words, and places for what goes into it.
///
/// A small part of ICU's message format: `{name}`; `{name, number}`, with the language's marks; and `{name, plural, one
/// {# file} other {# files}}`, where # is the number. A brace itself is written twice, outside of the forms of a plural.
struct Template: Hashable, Sendable {
  var pieces: [Piece]

  enum Piece: Hashable, Sendable {
    case words(String)
    case value(String)
    case number(String)
    case plural(String, [PluralForm: [Piece]])
    /// The number of the plural that this stands in.
    case count
  }

  /// The names of what goes in.
  var names: Set<String> { Self.names(pieces) }

  /// The forms of all plurals; each is to have those of the language.
  var plurals: [Set<PluralForm>] {
    pieces.compactMap { if case .plural(_, let forms) = $0 { Set(forms.keys) } else { nil } }
  }

  private static func names(_ pieces: [Piece]) -> Set<String> {
    pieces.reduce(into: []) { names, piece in
      switch piece {
      case .words, .count: break
      case .value(let name), .number(let name): names.insert(name)
      case .plural(let name, let forms):
        names.insert(name)
        for form in forms.values { names.formUnion(Self.names(form)) }
      }
    }
  }
}

extension Template {
  func text(_ arguments: [String: Message.Argument], in language: Language) -> String {
    Telling(arguments: arguments, language: language).text(pieces, count: nil)
  }
}

/// One sentence being said.
private struct Telling {
  let arguments: [String: Message.Argument]
  let language: Language

  func text(_ pieces: [Template.Piece], count: Message.Argument?) -> String {
    pieces.map { text($0, count) }.joined()
  }

  private func text(_ piece: Template.Piece, _ count: Message.Argument?) -> String {
    switch piece {
    case .words(let words): words
    case .count: count.map(plain) ?? "#"
    case .value(let name): arguments[name].map(plain) ?? "{\(name)}"
    case .number(let name): arguments[name].map(grouped) ?? "{\(name)}"
    case .plural(let name, let forms): plural(name, forms)
    }
  }

  private func plural(_ name: String, _ forms: [PluralForm: [Template.Piece]]) -> String {
    guard let argument = arguments[name], let count = argument.count else { return "{\(name)}" }
    return text(forms[language.pluralForm(of: count)] ?? forms[.other] ?? [], count: argument)
  }

  private func plain(_ argument: Message.Argument) -> String {
    switch argument {
    case .text(let text): text
    case .number(let number): "\(number)"
    case .decimal(let number): shown(number).replacing(".", with: language.decimalMark)
    case .message(let message): message.text(in: language)
    }
  }

  private func grouped(_ argument: Message.Argument) -> String {
    guard case .number(let number) = argument else { return plain(argument) }
    return Telling.grouped("\(number.magnitude)", by: language.groupingMark, isNegative: number < 0)
  }

  private static func grouped(_ digits: String, by mark: String, isNegative: Bool) -> String {
    var groups: [Substring] = []
    var rest = digits[...]
    while rest.count > 3 {
      groups.insert(rest.suffix(3), at: 0)
      rest = rest.dropLast(3)
    }
    return (isNegative ? "-" : "") + ([rest] + groups).joined(separator: mark)
  }
}
