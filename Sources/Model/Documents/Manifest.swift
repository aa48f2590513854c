/// The document beside the avatars: what a person decides, and Tondo's account of what it did with it.
package struct Manifest: Hashable, Sendable {
  package static let version = 1

  package var id: AvatarID
  package var attributes: Attributes
  /// Tondo's account; nil in a manifest that a person wrote from scratch.
  package var account: Account?

  /// Everything in a manifest that is Tondo's to write.
  package struct Account: Hashable, Sendable {
    /// Nil for a placeholder for which no photo has come.
    package var original: Original?
    /// Nil where a placeholder is shown.
    package var crop: CropSquare?
    package var avatars: [Avatar]
    package var warnings: [Warning]
    /// A digest over original, attributes and the settings in force.
    package var made: String
    /// UTC, as in `2026-11-30T12:00:00Z`.
    package var processed: String

    package init(
      original: Original?, crop: CropSquare?, avatars: [Avatar], warnings: [Warning], made: String,
      processed: String
    ) {
      self.original = original
      self.crop = crop
      self.avatars = avatars
      self.warnings = warnings
      self.made = made
      self.processed = processed
    }
  }

  package struct Original: Hashable, Sendable {
    /// Path below the root, as in `originals/sales/jane.jpg`; for `render` the name alone.
    package var file: String
    package var facts: OriginalFacts

    package init(file: String, facts: OriginalFacts) {
      self.file = file
      self.facts = facts
    }
  }

  package struct Avatar: Hashable, Sendable, Codable {
    /// The file's name, beside the manifest.
    package var file: String
    package var size: Int
    package var format: OutputFormat
    package var bytes: Int
    package var sha256: String

    package init(file: String, size: Int, format: OutputFormat, bytes: Int, sha256: String) {
      self.file = file
      self.size = size
      self.format = format
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  package init(id: AvatarID, attributes: Attributes, account: Account?) {
    self.id = id
    self.attributes = attributes
    self.account = account
  }
}

/// What the worker found out about an original.
package struct OriginalFacts: Hashable, Sendable, Codable {
  /// Lower-case hexadecimal.
  package var sha256: String
  package var bytes: Int
  package var format: InputFormat
  /// Upright: after the photo's own orientation and the attribute `rotation`.
  package var size: PixelSize

  package init(sha256: String, bytes: Int, format: InputFormat, size: PixelSize) {
    self.sha256 = sha256
    self.bytes = bytes
    self.format = format
    self.size = size
  }
}

/// The formats that are decoded, by content.
package enum InputFormat: String, Hashable, Sendable, Codable, CaseIterable {
  case jpeg, png, webp, gif, tiff, heif, avif
}
