import Foundation
import Testing

@testable import Model

extension Catalog: CustomTestStringConvertible {
  package var testDescription: String { code }
}

/// What a language's file must hold: an incomplete one is found here.
@Suite("Every language says everything") struct CatalogTests {
  private static let english = Language.english.catalog

  @Test("with the keys of English, no more and no fewer", arguments: Catalog.all)
  func keys(_ catalog: Catalog) {
    let (own, wanted) = (Set(catalog.texts.keys), Set(Self.english.texts.keys))
    #expect(wanted.subtracting(own).sorted() == [], "\(catalog.code) lacks these")
    #expect(own.subtracting(wanted).sorted() == [], "nobody asks \(catalog.code) for these")
  }

  @Test("with the same things in each sentence", arguments: Catalog.all)
  func names(_ catalog: Catalog) throws {
    for (key, text) in catalog.texts {
      let template = try #require(try? Template(text), "\(catalog.code): \(key) is no template: \(text)")
      #expect(template.names == Self.english.template(key)?.names, "\(catalog.code): \(key)")
    }
  }

  @Test("with all the forms that its plurals take", arguments: Catalog.all)
  func plurals(_ catalog: Catalog) throws {
    for (key, text) in catalog.texts {
      for forms in try Template(text).plurals {
        #expect(forms == catalog.plurals.forms, "\(catalog.code): \(key)")
      }
    }
  }

  @Test("and leaves nothing empty", arguments: Catalog.all)
  func filled(_ catalog: Catalog) {
    #expect(catalog.texts.filter { $0.value.isEmpty }.keys.sorted() == [])
    #expect(!catalog.name.isEmpty && !catalog.decimalMark.isEmpty)
  }

  @Test("in a file that is named after it") func files() throws {
    let folder = Self.checkout.appending(path: "Sources/CTondoLanguages/catalogs")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".json")
    }
    #expect(
      Set(names) == Set(Catalog.all.map { "\($0.code).json" }), "tondo_languages.c names those built in")
    #expect(Catalog.all.first?.code == "en")
  }

  /// Keys are words in the code: no compiler tells of a wrong one.
  @Test("which the code asks for") func asked() throws {
    let code = try Self.code()
    let all = Set(Self.english.texts.keys)
    let messages = code.matches(of: /\bMessage\(\s*"([A-Za-z0-9.]+)"/).map { String($0.output.1) }
    let explanations = code.matches(of: /\bExplanation\(\s*"([A-Za-z0-9.]+)"/).map { String($0.output.1) }
    let asked = Set(messages + explanations.flatMap { ["\($0).problem", "\($0).remedy"] })
    #expect(asked.count > 100)
    #expect(asked.subtracting(all).sorted() == [], "these are in no catalog")
  }

  @Test("and nothing that nobody asks for") func unasked() throws {
    let code = try Self.code()
    // Whole keys, and beginnings that the code goes on from: `Message("errno.\(number)")`.
    let words = Set(code.matches(of: /"([A-Za-z0-9.]+)(?:"|\\\()/).map { String($0.output.1) })
    let unasked = Self.english.texts.keys.filter { key in
      !key.hasPrefix("page.") && !words.contains(key)
        && !words.contains { $0.contains(".") && key.hasPrefix($0.hasSuffix(".") ? $0 : $0 + ".") }
    }
    #expect(unasked.sorted() == [])
  }

  /// Their names are their keys.
  @Test("of every cause and every deed") func cases() throws {
    let deeds = try String(
      contentsOf: Self.checkout.appending(path: "Sources/Model/Sentences/Deed.swift"), encoding: .utf8)
    let lines = deeds.matches(of: /(?m)^  case (.+)$/).flatMap { $0.output.1.split(separator: ", ") }
    let names = lines.map { String($0.prefix { $0.isLetter }) }
    #expect(names.count > 30)
    let keys = names.map { "deed.\($0)" } + Cause.allCases.map(\.message.key)
    #expect(keys.filter { !Language.english.has($0) } == [])
  }

  @Test("with the spaces and quotation marks that French has") func french() throws {
    let french = try #require(Language("fr")).catalog
    let wrong = try Regex(#" [;!?»]|« |[^ -] :( |$)|[A-Za-z]'[a-zàâéèêîô]|\.\.\.$"#)
    for (key, text) in french.texts where !key.hasPrefix("help.") {
      #expect(text.firstMatch(of: wrong) == nil, "\(key): \(text)")
    }
  }

  // MARK: The code

  private static let checkout = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

  private static func code() throws -> String {
    let folder = checkout.appending(path: "Sources")
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try names.filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined(separator: "\n")
  }
}

@Suite("A further language") struct FurtherLanguageTests {
  private static func file(_ plural: String, _ ready: String) -> [UInt8] {
    bytes(
      """
      {
        "language": { "code": "pl", "name": "polski", "plural": \(plural), "decimal": ",", "grouping": "\u{A0}" },
        // As its translator writes it.
        "messages": { "event": { "ready": "\(ready)" }, "page": { "use": "Użyj zdjęcia" } },
      }
      """)
  }

  private static let rules =
    #"{ "one": "i = 1 and v = 0", "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14", "many": "v = 0" }"#
  private static let ready =
    "gotowe; w inbox/ {files, plural, one {jest # plik} few {są # pliki} many {jest # plików} other {jest # pliku}}"

  @Test(
    "is its file, plural rules and all",
    arguments: [(1, "jest 1 plik"), (23, "są 23 pliki"), (12, "jest 12 plików")])
  func polish(_ files: Int, _ said: String) throws {
    let polish = Language(try Catalog(reading: Self.file(Self.rules, Self.ready)))
    #expect(Message("event.ready", ["files": files]).text(in: polish) == "gotowe; w inbox/ " + said)
    #expect(polish.page.line == #"{ "page.use": "Użyj zdjęcia" }"#)
  }

  @Test(
    "is refused with what is wrong in it",
    arguments: [
      (#"{ "one": "i is 1" }"#, ready, "language.plural.one"),
      (#"{ "some": "i = 1" }"#, ready, "language.plural.some"),
    ])
  func mistakes(_ plural: String, _ ready: String, _ told: String) {
    let mistake = #expect(throws: Catalog.Mistake.self) { try Catalog(reading: Self.file(plural, ready)) }
    #expect(mistake?.description.contains(told) == true, "\(mistake?.description ?? "")")
  }
}
