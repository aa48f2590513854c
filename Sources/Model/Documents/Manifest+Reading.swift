extension Manifest {
  static let accountKeys = ["id", "original", "crop", "avatars", "warnings", "made", "processed"]
  static let keys = ["attributes"] + accountKeys

  /// Reads a manifest.
  ///
  /// Strict in what a person decides. What is Tondo's own is read leniently: damage there is mended at the next run,
  /// so it must not make the edit unreadable; `account` is then nil.
  /// - Parameters:
  ///   - bytes: the whole text.
  ///   - id: by the manifest's path, which counts more than what it says itself.
  /// - Throws: what is wrong, and where.
  package init(reading bytes: [UInt8], id: AvatarID) throws(DocumentProblem) {
    let fields = try Fields(
      document: bytes, keys: Self.keys, inner: ("attributes", Attributes.keys))
    self.init(id: id, attributes: try Self.attributes(fields["attributes"]), account: try? Account(fields))
  }

  private static func attributes(_ field: Field?) throws(DocumentProblem) -> Attributes {
    guard let field, field.value.kind != .null else { return Attributes() }
    return try Attributes(field.object(Attributes.keys))
  }
}

/// What any count in a manifest may be: as many as a JSON number holds exactly.
private let counts = 0...(1 << 53)

extension Manifest.Account {
  fileprivate init(_ fields: Fields) throws(DocumentProblem) {
    var avatars: [Manifest.Avatar] = [], warnings: [Warning] = []
    for field in try fields.required("avatars").elements() { avatars.append(try Manifest.Avatar(field)) }
    for field in try fields.required("warnings").elements() {
      warnings.append(Warning(text: try field.string()))
    }
    self.init(
      original: try fields.given("original").map(Manifest.Original.init),
      crop: try fields.given("crop").map(CropSquare.init), avatars: avatars, warnings: warnings,
      made: try fields.required("made").string(), processed: try fields.required("processed").string())
  }
}

extension Manifest.Original {
  fileprivate init(_ field: Field) throws(DocumentProblem) {
    let fields = try field.object(nil)
    let size = PixelSize(
      width: try fields.required("width").integer(1...Int(Int32.max)),
      height: try fields.required("height").integer(1...Int(Int32.max)))
    self.init(
      file: try fields.required("file").plainPath(),
      facts: OriginalFacts(
        sha256: try fields.required("sha256").digest(), bytes: try fields.required("bytes").integer(counts),
        format: try fields.required("format").word(InputFormat.self), size: size))
  }
}

extension Manifest.Avatar {
  fileprivate init(_ field: Field) throws(DocumentProblem) {
    let fields = try field.object(nil)
    let file = try fields.required("file")
    guard let name = BytePath(try file.plainPath()), name.parts.count == 1 else {
      throw file.problem(.notAPlainPath(try file.string()))
    }
    self.init(
      file: try file.string(), size: try fields.required("size").integer(Output.sizes),
      format: try fields.required("format").word(OutputFormat.self),
      bytes: try fields.required("bytes").integer(counts), sha256: try fields.required("sha256").digest())
  }
}

extension CropSquare {
  fileprivate init(_ field: Field) throws(DocumentProblem) {
    let fields = try field.object(nil)
    let edges = -counts.upperBound...counts.upperBound
    self.init(
      x: try fields.required("x").integer(edges), y: try fields.required("y").integer(edges),
      size: try fields.required("size").integer(1...counts.upperBound))
  }
}

extension Fields {
  /// The key's value; nil where it is missing or null.
  fileprivate func given(_ key: String) -> Field? {
    self[key].flatMap { $0.value.kind == .null ? nil : $0 }
  }
}

extension Field {
  /// SHA-256 in lower-case hexadecimal.
  fileprivate func digest() throws(DocumentProblem) -> String {
    let text = try string()
    let digits = UInt8(ascii: "a")...UInt8(ascii: "f")
    guard text.utf8.count == 64, text.utf8.allSatisfy({ isDigit($0) || digits ~= $0 }) else {
      throw problem(.wrongForm(text, wanted: [.digits(64)]))
    }
    return text
  }

  /// A plain relative path, as text.
  fileprivate func plainPath() throws(DocumentProblem) -> String {
    let text = try string()
    guard let path = BytePath(text), !path.bytes.isEmpty else { throw problem(.notAPlainPath(text)) }
    return text
  }
}
