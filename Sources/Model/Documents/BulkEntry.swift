/// One of many documents in one file: a job that says whose it is, or a manifest as it was exported.
package struct BulkEntry: Sendable {
  package let id: String?
  /// The photo's path: a job's own, or a manifest's below the root that it was exported from.
  package let original: String?
  /// Whether it asks for an id to be removed.
  package let isRemoval: Bool
  private let attributesField: Field?
  private let fields: Fields

  /// Reads one; its attributes are read when they are asked for, so that it is known whose are wrong.
  package init(reading bytes: [UInt8]) throws(DocumentProblem) {
    let value = try JSONValue(reading: bytes)
    let isManifest = try Field(value: value, path: "").object(nil)["attributes"] != nil
    try self.init(value, isManifest: isManifest)
  }

  private init(_ value: JSONValue, isManifest: Bool) throws(DocumentProblem) {
    fields = try Fields(
      document: value, keys: isManifest ? Manifest.keys : ["original", "id", "remove"] + Attributes.keys,
      inner: isManifest ? ("attributes", Attributes.keys) : nil)
    id = try fields["id"]?.string()
    isRemoval = isManifest ? false : try fields["remove"]?.boolean() ?? false
    original =
      isManifest
      ? try fields["original"]?.object(nil).required("file").string() : try fields["original"]?.string()
    attributesField = fields["attributes"]
  }

  /// Nil where it says nothing of them.
  package func attributes() throws(DocumentProblem) -> Attributes? {
    if let attributesField { return try Attributes(attributesField.object(Attributes.keys)) }
    return fields.present(Attributes.keys).isEmpty ? nil : try Attributes(fields)
  }
}
