/// A value of a document, and the way that led to it.
struct Field {
  let value: JSONValue
  let path: String

  func problem(_ fault: DocumentProblem.Fault) -> DocumentProblem {
    DocumentProblem(fault, at: value.at, keyPath: path)
  }

  func wrongType(_ wanted: JSONKind...) -> DocumentProblem { problem(.wrongType(value.kind, wanted: wanted)) }

  func number(_ bounds: Bounds) throws(DocumentProblem) -> Double {
    guard case .number(let number) = value.content else { throw wrongType(.number) }
    guard bounds.contains(number) else { throw problem(.outOfRange(number, bounds)) }
    return number
  }

  func number(_ range: ClosedRange<Double>) throws(DocumentProblem) -> Double { try number(Bounds(range)) }

  func integer(_ range: ClosedRange<Int>) throws(DocumentProblem) -> Int {
    let number = try number(Double(range.lowerBound)...Double(range.upperBound))
    guard let whole = Int(exactly: number) else { throw problem(.notWhole(number)) }
    return whole
  }

  func string() throws(DocumentProblem) -> String {
    guard case .string(let text) = value.content else { throw wrongType(.string) }
    return text
  }

  func boolean() throws(DocumentProblem) -> Bool {
    guard case .boolean(let truth) = value.content else { throw wrongType(.boolean) }
    return truth
  }

  func elements() throws(DocumentProblem) -> [Field] {
    guard case .array(let elements) = value.content else { throw wrongType(.array) }
    return elements.enumerated().map { Field(value: $1, path: "\(path)[\($0)]") }
  }

  /// One of the words of an enum; `aliases` lead to the words that people mistake for them.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ type: Word.Type, aliases: [String: String] = [:]
  ) throws(DocumentProblem) -> Word {
    let text = try string()
    let known = Word.allCases.map(\.rawValue)
    guard known.contains(where: { sameBytes($0, text) }), let word = Word(rawValue: text) else {
      let near = aliases[text.lowercased()] ?? nearest(to: text, among: known)
      throw problem(.unknownWord(text, known: known, nearest: near))
    }
    return word
  }

  /// The members of an object, whose keys must all be among `known`; nil: any.
  func object(_ known: [String]?) throws(DocumentProblem) -> Fields {
    guard case .object(let members) = value.content else { throw wrongType(.object) }
    let fields = Fields(members: members, whole: self)
    if let known { try fields.check(known) }
    return fields
  }
}

/// The members of an object.
struct Fields {
  let members: [JSONMember]
  let whole: Field

  /// The key's value; nil where it is missing.
  subscript(key: String) -> Field? {
    members.first { sameBytes($0.key, key) }.map { Field(value: $0.value, path: path(key)) }
  }

  func required(_ key: String) throws(DocumentProblem) -> Field {
    guard let field = self[key] else { throw whole.problem(.missingKey(key)) }
    return field
  }

  /// Those of the keys that are there, in the order asked.
  func present(_ keys: [String]) -> [String] { keys.filter { self[$0] != nil } }

  /// A problem with a key rather than with its value.
  func problem(_ fault: DocumentProblem.Fault, key: String) -> DocumentProblem {
    let at = members.first { sameBytes($0.key, key) }?.at
    return DocumentProblem(fault, at: at ?? whole.value.at, keyPath: path(key))
  }

  fileprivate func check(_ known: [String]) throws(DocumentProblem) {
    for member in members where !known.contains(where: { sameBytes($0, member.key) }) {
      throw problem(.unknownKey(member.key, nearest: nearest(to: member.key, among: known)), key: member.key)
    }
  }

  private func path(_ key: String) -> String { whole.path.isEmpty ? key : "\(whole.path).\(key)" }
}

extension Fields {
  /// Reads the outermost object of a document, and looks at its version.
  ///
  /// - Parameters:
  ///   - bytes: the whole text.
  ///   - keys: that are known beside `version` and `$schema`, which is for editors.
  ///   - inner: the key of an object, and the keys that are known there.
  /// - Throws: what is wrong, and where.
  init(document bytes: [UInt8], keys: [String], inner: (key: String, keys: [String])? = nil)
    throws(DocumentProblem)
  {
    try self.init(document: try JSONValue(reading: bytes), keys: keys, inner: inner)
  }

  /// The same where the text was read already.
  init(document value: JSONValue, keys: [String], inner: (key: String, keys: [String])? = nil)
    throws(DocumentProblem)
  {
    self = try Field(value: value, path: "").object(nil)
    try checkVersion()
    if let inner, let lost = inner.keys.first(where: { !keys.contains($0) && self[$0] != nil }) {
      throw problem(.misplacedKey(lost, belongsInto: inner.key), key: lost)
    }
    try check(["$schema", "version"] + keys)
  }

  /// First of all: a newer document may well have keys that are not known here.
  private func checkVersion() throws(DocumentProblem) {
    let version = try self["version"]?.integer(1...Int(Int32.max)) ?? 1
    guard version > Document.version else { return }
    throw problem(.newerVersion(version, known: Document.version), key: "version")
  }
}

/// Not `==`, which takes the Kelvin sign for a K.
func sameBytes(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
