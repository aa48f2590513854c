/// The bytes whose SHA-256 is the manifest's `made`: all that decides what an avatar looks like, and nothing else.
package enum Fingerprint {
  /// Changes only where all avatars of all ids are to be made again; a new version of Tondo is no reason.
  private static let version = 1

  /// Canonical JSON: the same decisions give the same bytes, however they were written.
  ///
  /// - Parameters:
  ///   - sha256: of the original, in lower-case hexadecimal; a placeholder needs none.
  ///   - attributes: as applied; of a photo with a placement.
  ///   - id: a placeholder may take its colour from it.
  ///   - settings: in force; only `outputs`, `enlarge`, and what the attributes leave to them counts.
  /// - Returns: the bytes to be digested.
  package static func made(
    original sha256: String?, attributes: Attributes, id: AvatarID, settings: Settings
  ) -> [UInt8] {
    under(settings)(id, sha256, attributes)
  }

  /// The same for many: what the settings give is made once.
  package static func under(_ settings: Settings) -> @Sendable (AvatarID, String?, Attributes) -> [UInt8] {
    let outputs = JSONValue(.array(settings.outputs.map(\.canonical)))
    let (shape, background) = (settings.shape, settings.background)
    let (enlarge, placeholder) = (JSONValue(.boolean(settings.enlarge)), settings.placeholder)
    return { id, sha256, attributes in
      var resolved = attributes
      resolved.shape = attributes.shape ?? shape
      resolved.background = nil
      var source = [
        JSONMember("original", JSONValue(sha256 ?? "")), JSONMember("attributes", resolved.json),
      ]
      if let shown = attributes.placeholder?.illustration(of: id, under: placeholder) {
        // Where a photo was placed before does not show.
        source = [
          JSONMember("placeholder", shown.canonical),
          JSONMember("shape", JSONValue((attributes.shape ?? shape).rawValue)),
        ]
      }
      let rest = [
        JSONMember("background", JSONValue((attributes.background ?? background).canonical)),
        JSONMember("outputs", outputs), JSONMember("enlarge", enlarge),
      ]
      return JSONValue(.object([JSONMember("version", JSONValue(version))] + source + rest)).lineBytes
    }
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
