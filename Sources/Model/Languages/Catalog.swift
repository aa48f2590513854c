internal import CTondoLanguages

/// What a language's file holds.
struct Catalog: Sendable {
  /// As in `fr`.
  let code: String
  /// What the language calls itself.
  let name: String
  let plurals: PluralRules
  let decimalMark: String
  let groupingMark: String
  /// The sentences, by the ways to them, as in `photo.empty.problem`.
  let texts: [String: String]

  /// Why a file is no catalog.
  struct Mistake: Error, Hashable, CustomStringConvertible {
    let description: String
  }
}

extension Catalog {
  /// All that are built in; the first is English.
  static let all: [Catalog] = files.map { file in
    do throws(Mistake) { return try Catalog(reading: file) } catch {
      // They are part of the program, and tested.
      fatalError("a catalog cannot be read: \(error)")
    }
  }

  static var files: [[UInt8]] {
    var size = 0
    let start = tondo_languages(&size)
    return UnsafeBufferPointer(start: start, count: size).split(separator: 0).map(Array.init)
  }
}

extension Catalog {
  init(reading bytes: [UInt8]) throws(Mistake) {
    do throws(DocumentProblem) {
      let fields = try Fields(document: bytes, keys: ["language", "messages"])
      let language = try fields.required("language").object(["code", "name", "plural", "decimal", "grouping"])
      code = try language.required("code").string()
      name = try language.required("name").string()
      decimalMark = try language.required("decimal").string()
      groupingMark = try language.required("grouping").string()
      plurals = try PluralRules(language.required("plural"))
      texts = try Self.texts(fields.required("messages").value)
    } catch {
      throw Mistake(
        description: "line \(error.line), column \(error.column), \(error.keyPath): \(error.fault)")
    }
  }

  /// Nil where there is no sentence with this key.
  ///
  /// Read when it is needed: a command says a few of a thousand.
  func template(_ key: String) -> Template? { texts[key].flatMap { try? Template($0) } }

  /// Objects in each other, flattened; a list is lines.
  private static func texts(_ value: JSONValue) throws(DocumentProblem) -> [String: String] {
    var texts: [String: String] = [:]
    try collect(value, "", into: &texts)
    return texts
  }

  private static func collect(_ value: JSONValue, _ path: String, into texts: inout [String: String])
    throws(DocumentProblem)
  {
    switch value.content {
    case .string(let text): texts[path] = text
    case .array(let lines):
      texts[path] = lines.map { if case .string(let line) = $0.content { line } else { "" } }
        .joined(separator: "\n")
    case .object(let members):
      for member in members {
        try collect(member.value, path.isEmpty ? member.key : "\(path).\(member.key)", into: &texts)
      }
    default: throw DocumentProblem(.wrongType(value.kind, wanted: [.string]), at: value.at, keyPath: path)
    }
  }
}

extension PluralRules {
  fileprivate init(_ field: Field) throws(DocumentProblem) {
    let fields = try field.object(PluralForm.allCases.map(\.rawValue))
    var rules: [(form: PluralForm, condition: Condition)] = []
    for form in PluralForm.allCases {
      guard let field = fields[form.rawValue] else { continue }
      let text = try field.string()
      guard let condition = Condition(text) else { throw field.problem(.wrongForm(text, wanted: [])) }
      rules.append((form, condition))
    }
    self.rules = rules
  }
}
