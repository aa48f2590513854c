/// The bytes whose SHA-256 is the manifest's `made`: all that decides what an avatar looks like, and nothing else.
package enum Fingerprint {
  /// Changes only where all avatars of all ids are to be made again; a new version of Tondo is no reason.
  private static let version = 1

  /// Canonical JSON: the same decisions give the same bytes, however they were written.
  ///
  /// - Parameters:
  ///   - sha256: of the original, in lower-case hexadecimal.
  ///   - attributes: as applied, with a placement.
  ///   - settings: in force; only `outputs`, `enlarge`, and what the attributes leave to them counts.
  /// - Returns: the bytes to be digested.
  package static func made(original sha256: String, attributes: Attributes, settings: Settings) -> [UInt8] {
    var resolved = attributes
    resolved.shape = attributes.shape ?? settings.shape
    resolved.background = nil
    let background = attributes.background ?? settings.background
    let value: JSONValue = [
      "version": JSONValue(version), "original": JSONValue(sha256), "attributes": resolved.json,
      "background": JSONValue(background.canonical),
      "outputs": JSONValue(.array(settings.outputs.map(\.canonical))),
      "enlarge": JSONValue(.boolean(settings.enlarge)),
    ]
    return Array(value.line.utf8)
  }
}

extension Output {
  fileprivate var canonical: JSONValue {
    [
      "size": JSONValue(size), "format": JSONValue(format.rawValue),
      "quality": usedQuality.map { JSONValue($0) } ?? JSONValue(.null),
      "maxBytes": maxBytes.map { JSONValue($0) } ?? JSONValue(.null),
    ]
  }
}
