/// One line to a worker: an original or a drawing, and all that is to be made of it.
///
/// Beside it the worker is handed the open files: the original to read, and for each output one to write. It opens
/// nothing itself; paths are for whoever hands over, and for messages.
package struct RenderRequest: Hashable, Sendable, Codable {
  /// Of this protocol.
  ///
  /// Daemon and worker are installed together; a difference means a broken installation.
  package static let currentVersion = 5

  package var version = RenderRequest.currentVersion
  package var subject: Subject
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
  /// What the outputs show.
  package var view = View.square

  package enum View: String, Hashable, Sendable, Codable {
    /// The square that the attributes place.
    case square
    /// All of the upright photo, its longer side as long as the output's size, or as long as it is.
    case whole
  }

  /// What avatars are made of.
  package enum Subject: Hashable, Sendable, Codable {
    /// The path of an original; its open file comes first.
    case photo(WirePath)
    /// For a worker that draws, and is given no photos.
    case drawing(Drawing)
  }

  package struct Target: Hashable, Sendable, Codable {
    package var file: WirePath
    package var output: Output

    package init(file: WirePath, output: Output) {
      self.file = file
      self.output = output
    }
  }

  package init(
    _ subject: Subject, known: [String] = [], attributes: Attributes, settings: Settings, outputs: [Target]
  ) {
    self.subject = subject
    self.known = known
    self.attributes = attributes
    placement = settings.placement
    shape = attributes.shape ?? settings.shape
    background = attributes.background ?? settings.background
    enlarge = settings.enlarge
    self.outputs = outputs
    limits = settings.limits
  }

  /// The photo's path; nil for a drawing.
  package var original: WirePath? { if case .photo(let path) = subject { path } else { nil } }

  /// Of a photo.
  package init(
    original: WirePath, known: [String] = [], attributes: Attributes, settings: Settings, outputs: [Target]
  ) {
    self.init(.photo(original), known: known, attributes: attributes, settings: settings, outputs: outputs)
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
