/// What people write where there is no JSON: the text of an option or of a cell.
struct Words {
  let field: Field
  let text: String

  init(_ key: String, _ text: String) {
    field = Field(value: JSONValue(text), path: key)
    self.text = text
  }

  /// A decimal number.
  func number() throws(DocumentProblem) -> Field {
    Field(value: JSONValue(try number(text[...], forms: [.number])), path: field.path)
  }

  /// As it is.
  func member() -> JSONMember { JSONMember(field.path, field.value) }

  func position() throws(DocumentProblem) -> JSONMember { try member(["X,Y": ["x", "y"]]) }

  func viewport() throws(DocumentProblem) -> JSONMember {
    try member([
      "WIDTHxHEIGHT": ["width", "height"], "WIDTHxHEIGHT,INSET": ["width", "height", "inset"],
    ])
  }

  func crop() throws(DocumentProblem) -> JSONMember {
    try member(["X,Y,SIZE": ["x", "y", "size"], "X,Y,WIDTHxHEIGHT": ["x", "y", "width", "height"]])
  }

  /// An object of numbers, in the first form that has the separators of the text.
  private func member(_ forms: KeyValuePairs<String, [String]>) throws(DocumentProblem) -> JSONMember {
    let names = forms.map { Form.pattern($0.key) }
    guard let form = forms.first(where: { separators($0.key) == separators(text) }) else {
      throw field.problem(.wrongForm(text, wanted: names))
    }
    let pieces = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "x" }
    var members: [JSONMember] = []
    for (key, piece) in zip(form.value, pieces) {
      members.append(JSONMember(key, JSONValue(try number(piece, forms: names))))
    }
    return JSONMember(field.path, JSONValue(.object(members)))
  }

  private func separators(_ text: String) -> String { text.filter { $0 == "," || $0 == "x" } }

  /// Decimal; a missing zero before the point and a plus sign are no harm here.
  private func number(_ piece: Substring, forms: [Form]) throws(DocumentProblem) -> Double {
    guard !isNotFinite(String(piece.drop { "+-".contains($0) })) else {
      throw field.problem(.notFinite(text))
    }
    guard piece.utf8.allSatisfy({ "0123456789.+-eE".utf8.contains($0) }), let number = Double(piece) else {
      throw field.problem(.wrongForm(text, wanted: forms))
    }
    guard number.isFinite else { throw field.problem(.notFinite(text)) }
    return number
  }
}

extension Field {
  /// An object that is to be.
  static let nothing = Field(value: JSONValue(.object([])), path: "")
}
