package import Model

/// A photo that waits to become an avatar, whole and settled.
package struct Arrival: Hashable, Sendable {
  /// Below the root.
  package var path: BytePath
  package var signature: FileSignature

  package init(path: BytePath, signature: FileSignature) {
    self.path = path
    self.signature = signature
  }

  /// Put into `originals/` by hand rather than dropped into the inbox.
  package var byHand: Bool { path.parts.first.map { Array($0) == Array("originals".utf8) } ?? false }
}

/// A job in the inbox, settled and readable.
package struct JobFile: Hashable, Sendable {
  package var path: BytePath
  package var signature: FileSignature
  package var action: Job.Action

  package init(path: BytePath, signature: FileSignature, action: Job.Action) {
    self.path = path
    self.signature = signature
    self.action = action
  }

  /// What it asks for; nil where it removes.
  var attributes: Attributes? { if case .place(let attributes) = action { attributes } else { nil } }
}

/// The kept original that the record names.
package enum KeptOriginal: Hashable, Sendable {
  /// There is no record, or it is of a placeholder alone.
  case none
  case intact
  /// Another state than was recorded: changed in place, or only touched.
  case changed(FileSignature)
  case gone
}

/// A manifest whose text is not the one that Tondo wrote.
package struct ManifestEdit: Hashable, Sendable {
  package var manifest: Manifest
  /// Changes to Tondo's own part, which are undone.
  package var changes: [AccountChange]
  /// SHA-256 of the text.
  package var text: String
  package var signature: FileSignature

  package init(manifest: Manifest, changes: [AccountChange] = [], text: String, signature: FileSignature) {
    self.manifest = manifest
    self.changes = changes
    self.text = text
    self.signature = signature
  }
}

/// What lies at the manifest's path.
package enum FoundManifest: Hashable, Sendable {
  case missing
  case empty
  /// The text that was last written or accepted.
  case ours
  /// Other text than that.
  case edited(ManifestEdit)
  /// Text that can't be read as a manifest; what to tell.
  case unreadable(Explanation)

  /// SHA-256 of the text; nil where there is none.
  package func text(_ record: Record?) -> String? {
    switch self {
    case .missing, .unreadable: nil
    case .empty: emptyText
    case .ours: record?.manifest
    case .edited(let edit): edit.text
    }
  }
}

/// SHA-256 of no bytes.
package let emptyText = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

/// All that the folders hold for one id.
package struct Found: Hashable, Sendable {
  /// Oldest first, by the time they came (ctime).
  package var photos: [Arrival] = []
  /// Oldest first, by the time they came (ctime).
  package var jobs: [JobFile] = []
  /// Something in the inbox, or the manifest, is not yet settled.
  package var isSettling = false
  /// A photo in the inbox looks incomplete, and is waited for.
  package var hasIncompletePhoto = false
  /// When a photo of this id last failed and still lies in `failed/`; nanoseconds since 1970.
  package var failedPhoto: Int64?
  package var original = KeptOriginal.none
  package var manifest = FoundManifest.missing
  /// An avatar is missing or holds other bytes than were written.
  package var avatarsAreDamaged = false
  /// The record with new signatures, where files are others than those written and hold the same; else nil.
  package var touched: Record?

  package init() {}
}
