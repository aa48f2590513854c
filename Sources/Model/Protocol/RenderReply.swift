/// One line from a worker, for each line to it.
package enum RenderReply: Hashable, Sendable, Codable {
  case rendered(Rendering)
  /// All of the photo was made small; `original` is its digest.
  case shown(original: String)
  /// The original has a known digest; nothing was made.
  case same(sha256: String)
  /// The photo's trouble: final for these bytes, except where it says `isIncomplete`.
  case refused(PhotoProblem)
  /// The node's trouble, such as a full disk: no fault of the photo's.
  case unable(NodeProblem)
}

/// What a worker made.
package struct Rendering: Hashable, Sendable, Codable {
  /// Nil where nothing but a drawing was asked for.
  package var original: OriginalFacts?
  /// As asked, with a placement filled in.
  package var attributes: Attributes
  package var crop: CropSquare?
  /// In the order of the request's outputs.
  package var avatars: [Made]
  package var warnings: [PhotoWarning]
  /// Whether the photo itself says that it is to be turned or mirrored.
  package var isTurned: Bool
  /// What has decoded the photo's pixels; nil where nothing had to.
  package var decoder: Decoder?

  /// The ways to a photo's pixels.
  package enum Decoder: String, Hashable, Sendable, Codable {
    /// Tondo's own, for the part that is needed of a baseline JPEG.
    case region = "RegionJPEG"
    case libjpeg = "libjpeg-turbo"
    case libwebp
    case libvips
  }

  package struct Made: Hashable, Sendable, Codable {
    /// The side in pixels; less than asked only with `enlarge` off.
    package var size: Int
    package var bytes: Int
    package var sha256: String

    package init(size: Int, bytes: Int, sha256: String) {
      self.size = size
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  package init(
    original: OriginalFacts?, attributes: Attributes, crop: CropSquare?, avatars: [Made],
    warnings: [PhotoWarning], isTurned: Bool = false, decoder: Decoder? = nil
  ) {
    self.original = original
    self.attributes = attributes
    self.crop = crop
    self.avatars = avatars
    self.warnings = warnings
    self.isTurned = isTurned
    self.decoder = decoder
  }

  /// The same as a placeholder's: what it was made of is no original, and its crop is nobody's decision.
  package func standingIn(as attributes: Attributes) -> Rendering {
    Rendering(original: nil, attributes: attributes, crop: nil, avatars: avatars, warnings: warnings)
  }
}
