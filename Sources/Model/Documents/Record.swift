/// What tells one state of a file from another without reading it.
package struct FileSignature: Hashable, Sendable, Codable {
  package var inode: UInt64
  package var size: Int
  /// Nanoseconds since 1970.
  package var modified: Int64
  /// Nanoseconds since 1970; a rename changes this one alone.
  package var changed: Int64

  package init(inode: UInt64, size: Int, modified: Int64, changed: Int64) {
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }

  /// Of no file: differs from that of every file there is.
  package static let none = FileSignature(inode: 0, size: -1, modified: 0, changed: 0)

  /// Whether both are the same bytes of the same file, as far as can be told when one of them was renamed or linked.
  package func sameContent(as other: FileSignature) -> Bool {
    inode == other.inode && size == other.size && modified == other.modified
  }
}

/// What Tondo did for an id: what the ledger remembers, and what a manifest and its files can be checked against.
package struct Record: Hashable, Sendable, Codable {
  /// Nil for a placeholder for which no photo has come.
  package var original: Original?
  /// As applied: with a placement, or a placeholder.
  package var attributes: Attributes
  /// Nil where a placeholder is shown.
  package var crop: CropSquare?
  package var avatars: [Manifest.Avatar]
  /// Of each avatar's file, in the same order.
  package var avatarSignatures: [FileSignature]
  package var warnings: [Warning]
  package var made: String
  package var processed: String
  /// SHA-256 of the manifest's text as it was last written or accepted.
  package var manifest: String
  package var manifestSignature: FileSignature
  /// The job that was applied last, so that it is not applied again where a crash kept it from being removed.
  package var job: AppliedJob?

  /// A kept original.
  package struct Original: Hashable, Sendable, Codable {
    /// Below the root.
    package var file: WirePath
    package var facts: OriginalFacts
    package var signature: FileSignature

    package init(file: WirePath, facts: OriginalFacts, signature: FileSignature) {
      self.file = file
      self.facts = facts
      self.signature = signature
    }
  }

  package struct AppliedJob: Hashable, Sendable, Codable {
    /// Below the root.
    package var file: WirePath
    package var signature: FileSignature

    package init(file: WirePath, signature: FileSignature) {
      self.file = file
      self.signature = signature
    }
  }

  package init(
    original: Original?, attributes: Attributes, crop: CropSquare?, avatars: [Manifest.Avatar],
    avatarSignatures: [FileSignature], warnings: [Warning], made: String, processed: String, manifest: String,
    manifestSignature: FileSignature, job: AppliedJob? = nil
  ) {
    self.original = original
    self.attributes = attributes
    self.crop = crop
    self.avatars = avatars
    self.avatarSignatures = avatarSignatures
    self.warnings = warnings
    self.made = made
    self.processed = processed
    self.manifest = manifest
    self.manifestSignature = manifestSignature
    self.job = job
  }
}

extension Manifest.Account {
  /// The account that a record gives.
  package init(_ record: Record) {
    self.init(
      original: record.original.map { original in
        Manifest.Original(file: String(decoding: original.file.bytes, as: UTF8.self), facts: original.facts)
      },
      crop: record.crop, avatars: record.avatars, warnings: record.warnings, made: record.made,
      processed: record.processed)
  }
}
