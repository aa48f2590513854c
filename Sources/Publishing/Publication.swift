package import Model

/// Everything that publishing one id will do, decided beforehand.
///
/// It lies in the staging folder as `intent.json` before the first visible step: from then on a crash at any
/// moment is finished at the next start, and every step is made so that doing it again changes nothing.
package struct Publication: Hashable, Sendable, Codable {
  package var id: WirePath
  /// The record as it will be; the signatures of what is published are filled in at the end.
  package var record: Record
  /// Files that make way, oldest first: the original that is replaced, earlier photos of the same id.
  package var retired: [Move]
  /// The new original, unless it is the kept one.
  package var original: Move?
  /// Inbox files that were copied, because they could not be moved.
  package var copied: [Doomed]
  /// From staging to their names.
  package var avatars: [Staged]
  /// Avatars that the settings no longer ask for.
  package var dropped: [Doomed]
  package var manifest: Staged
  /// SHA-256 of the text that the manifest has now; nil where there is none.
  package var expectedManifest: String?
  /// Jobs that are done.
  package var jobs: [Doomed]
  /// The id that this one was renamed from.
  package var renamed: WirePath?

  /// In the order in which they are done: what makes way goes first.
  var moves: [Move] { retired + (original.map { [$0] } ?? []) }

  /// A file that is moved, if it still is the one that was meant.
  package struct Move: Hashable, Sendable, Codable {
    package var from: WirePath
    package var to: WirePath
    package var signature: FileSignature

    package init(from: BytePath, to: BytePath, signature: FileSignature) {
      self.from = WirePath(from.bytes)
      self.to = WirePath(to.bytes)
      self.signature = signature
    }
  }

  /// A file in staging, and where it goes.
  package struct Staged: Hashable, Sendable, Codable {
    package var staged: WirePath
    package var to: WirePath
    package var sha256: String

    package init(staged: BytePath, to: BytePath, sha256: String) {
      self.staged = WirePath(staged.bytes)
      self.to = WirePath(to.bytes)
      self.sha256 = sha256
    }
  }

  /// A file that is removed, if it still is the one that was meant.
  package struct Doomed: Hashable, Sendable, Codable {
    package var path: WirePath
    package var signature: FileSignature

    package init(_ path: BytePath, _ signature: FileSignature) {
      self.path = WirePath(path.bytes)
      self.signature = signature
    }
  }

  package init(
    id: AvatarID, record: Record, retired: [Move], original: Move?, copied: [Doomed], avatars: [Staged],
    dropped: [Doomed], manifest: Staged, expectedManifest: String?, jobs: [Doomed]
  ) {
    self.id = WirePath(id.path.bytes)
    self.record = record
    self.retired = retired
    self.original = original
    self.copied = copied
    self.avatars = avatars
    self.dropped = dropped
    self.manifest = manifest
    self.expectedManifest = expectedManifest
    self.jobs = jobs
  }
}
