extension Settings {
  static let keys = [
    "outputs", "shape", "background", "placement", "enlarge", "placeholder", "workers", "settle", "rescan",
    "retries", "keepReplaced", "limits", "lang", "http",
  ]

  /// Reads settings; what is not said keeps its default.
  package init(reading bytes: [UInt8]) throws(DocumentProblem) {
    let fields = try Fields(document: bytes, keys: Self.keys)
    self.init()
    try readAvatars(fields)
    try readWork(fields)
    http = try fields["http"].map(WebSettings.init)
  }

  private mutating func readAvatars(_ fields: Fields) throws(DocumentProblem) {
    outputs = try fields["outputs"]?.outputs() ?? outputs
    shape = try fields["shape"]?.word(Shape.self) ?? shape
    background = try fields["background"].map(Background.init) ?? background
    placement =
      try fields["placement"]?.word(DefaultPlacement.self, aliases: ["centre": "center"]) ?? placement
    enlarge = try fields["enlarge"]?.boolean() ?? enlarge
    placeholder = try fields["placeholder"].map(Placeholder.init) ?? placeholder
  }

  private mutating func readWork(_ fields: Fields) throws(DocumentProblem) {
    workers = try fields["workers"]?.integer(0...256) ?? workers
    settle = try fields["settle"]?.number(0...3600) ?? settle
    rescan = try fields["rescan"]?.number(Bounds(1...31_536_000, orZero: true)) ?? rescan
    retries = try fields["retries"]?.integer(0...100) ?? retries
    keepReplaced = try fields["keepReplaced"]?.integer(0...1000) ?? keepReplaced
    limits = try fields["limits"].map(Limits.init) ?? limits
    lang = try fields["lang"]?.language() ?? lang
  }
}

extension Limits {
  static let keys = ["bytes", "pixels", "side", "seconds", "memory"]

  fileprivate init(_ field: Field) throws(DocumentProblem) {
    let fields = try field.object(Self.keys)
    self.init()
    bytes = try fields["bytes"]?.integer(1...(1 << 40)) ?? bytes
    pixels = try fields["pixels"]?.integer(1...10_000_000_000) ?? pixels
    side = try fields["side"]?.integer(1...1_000_000) ?? side
    seconds = try fields["seconds"]?.number(0.1...3600) ?? seconds
    // A decoder does not even start in less than the least.
    memory = try fields["memory"]?.integer(64 << 20...1 << 40) ?? memory
  }
}

extension Output {
  static let sizes = 1...4096
  private static let mostOutputs = 100
  static let keys = ["size", "format", "quality", "maxBytes"]

  fileprivate init(_ field: Field) throws(DocumentProblem) {
    let fields = try field.object(Self.keys)
    self.init(
      size: try fields.required("size").integer(Self.sizes), format: try fields.required("format").format(),
      quality: try fields["quality"]?.quality(), maxBytes: try fields["maxBytes"]?.maxBytes())
  }

  fileprivate static func list(_ field: Field) throws(DocumentProblem) -> [Output] {
    let elements = try field.elements()
    guard !elements.isEmpty else { throw field.problem(.noOutputs) }
    guard elements.count <= mostOutputs else { throw field.problem(.tooManyOutputs(limit: mostOutputs)) }
    var outputs: [Output] = []
    for element in elements {
      let output = try Output(element)
      try element.checkNew(output, among: outputs)
      outputs.append(output)
    }
    return outputs
  }

  /// The staff-directory ladder.
  package static let directory = [48, 64, 96, 120, 240, 360, 432, 504, 648].map {
    Output(size: $0, format: .jpeg, maxBytes: $0 == 96 ? 102_400 : nil)
  }

  /// One photo for address books, which take vCards of up to a million bytes.
  ///
  /// In a vCard (RFC 6350, sections 3.2 and 6.2.4) a photo is base64, in lines of 75 characters: 4 characters of each 3
  /// bytes, and 3 more for each 74. This leaves 28,000 bytes for all else.
  package static let contacts = [Output(size: 1024, format: .jpeg, maxBytes: 700_000)]

  /// The quality that is used where the byte limit asks for no lower one; nil for PNG, which has none.
  package var usedQuality: Int? { format == .png ? nil : quality ?? format.defaultQuality }
}

/// The lists of outputs that can be named instead of spelled.
enum BuiltInList: String, CaseIterable {
  case directory, contacts
}

extension Field {
  fileprivate func language() throws(DocumentProblem) -> Language {
    let code = try string()
    let known = Language.all.map(\.code)
    guard let language = Language.all.first(where: { sameBytes($0.code, code) }) else {
      throw problem(.unknownWord(code, known: known, nearest: nearest(to: code, among: known)))
    }
    return language
  }
}

extension Field {
  fileprivate func outputs() throws(DocumentProblem) -> [Output] {
    switch value.kind {
    case .array: return try Output.list(self)
    case .string:
      switch try word(BuiltInList.self) {
      case .directory: return Output.directory
      case .contacts: return Output.contacts
      }
    default: throw wrongType(.array, .string)
    }
  }

  func format() throws(DocumentProblem) -> OutputFormat {
    try word(OutputFormat.self, aliases: ["jpg": "jpeg"])
  }
  func quality() throws(DocumentProblem) -> Int { try integer(1...100) }
  func maxBytes() throws(DocumentProblem) -> Int { try integer(1...(1 << 30)) }

  /// Two outputs must not be one file.
  func checkNew(_ output: Output, among others: [Output]) throws(DocumentProblem) {
    guard let first = others.firstIndex(where: { $0.suffix == output.suffix }) else { return }
    throw problem(.sameFile(suffix: output.suffix, first: first))
  }
}
