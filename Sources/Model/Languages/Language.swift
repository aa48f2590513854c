/// A language that Tondo speaks.
package struct Language: Sendable {
  let catalog: Catalog

  /// Where no other is asked for.
  package static let english = all[0]

  /// All, English first.
  package static let all = Catalog.all.map(Language.init)

  init(_ catalog: Catalog) { self.catalog = catalog }

  /// As in `fr`.
  package var code: String { catalog.code }

  /// What the language calls itself, as in `français`.
  package var name: String { catalog.name }

  /// The language of a code, or of anything that begins with one: `fr`, `fr-CA`, `fr_FR.UTF-8`.
  package init?(_ tag: some StringProtocol) {
    let code = tag.prefix { !"-_.@".contains($0) }.lowercased()
    guard let found = Self.all.first(where: { $0.code == code }) else { return nil }
    self = found
  }

  /// Whether there is a sentence with this key.
  package func has(_ key: String) -> Bool { catalog.texts[key] != nil }

  var decimalMark: String { catalog.decimalMark }
  var groupingMark: String { catalog.groupingMark }

  func pluralForm(of number: Double) -> PluralForm { catalog.plurals.form(of: number) }

  /// The page's strings, as one JSON object of templates by key.
  package var page: JSONValue {
    let texts = catalog.texts.filter { $0.key.hasPrefix("page.") }.sorted { $0.key < $1.key }
    return JSONValue(.object(texts.map { JSONMember($0.key, JSONValue($0.value)) }))
  }
}

extension Language: Hashable {
  package static func == (left: Language, right: Language) -> Bool { left.code == right.code }
  package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
