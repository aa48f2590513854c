/// One line to a worker: an original, and all that is to be made of it.
///
/// A worker knows no folders, names or settings; it opens the original and creates the files named here, nothing else.
package struct RenderRequest: Hashable, Sendable, Codable {
  /// Of this protocol.
  ///
  /// Daemon and worker are installed together; a difference means a broken installation.
  package static let currentVersion = 1

  package var version = RenderRequest.currentVersion
  /// Absolute, or relative to the worker's working folder.
  package var original: WirePath
  /// Digests that need no new avatars: where the original has one of them, the answer is `same`.
  package var known: [String]
  package var attributes: Attributes
  /// Where the attributes hold no placement.
  package var placement: DefaultPlacement
  package var shape: Shape
  package var background: Background
  package var enlarge: Bool
  /// Empty: decide the crop, decode nothing.
  package var outputs: [Target]
  package var limits: Limits

  package struct Target: Hashable, Sendable, Codable {
    /// Created by the worker; must not exist.
    package var file: WirePath
    package var output: Output

    package init(file: WirePath, output: Output) {
      self.file = file
      self.output = output
    }
  }

  package init(
    original: WirePath, known: [String] = [], attributes: Attributes, settings: Settings, outputs: [Target]
  ) {
    self.original = original
    self.known = known
    self.attributes = attributes
    placement = settings.placement
    shape = attributes.shape ?? settings.shape
    background = attributes.background ?? settings.background
    enlarge = settings.enlarge
    self.outputs = outputs
    limits = settings.limits
  }
}

/// A path's bytes in JSON: text where they are UTF-8, else an array of numbers.
package struct WirePath: Hashable, Sendable, Codable {
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The path below the root; what Tondo itself wrote is always a plain one.
  package var path: BytePath { BytePath(bytes) ?? .here }

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      bytes = Array(text.utf8)
    } else {
      bytes = try value.decode([UInt8].self)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    if let text = String(validating: bytes, as: UTF8.self) {
      try value.encode(text)
    } else {
      try value.encode(bytes)
    }
  }
}
