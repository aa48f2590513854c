internal import Files
package import Model

/// What a worker made, and what is known about the id: all that is needed to publish it.
package struct Order: Sendable {
  package var id: AvatarID
  /// The photo the avatars were made from, below the root, in the state that was read; nil for a placeholder.
  package var source: Publication.Doomed?
  package var record: Record?
  package var rendering: Rendering
  package var outputs: [Output]
  /// The files that the worker wrote, in the order of the outputs.
  package var staged: [BytePath]
  package var jobs: [Publication.Doomed]
  /// Earlier photos of the same id.
  package var superseded: [Publication.Doomed]
  package var expectedManifest: String?
  package var made: String
  package var warnings: [Warning]
  /// UTC, as in `2026-11-30T12:00:00Z`.
  package var processed: String
  /// The same moment for file names, as in `20261130T120000Z`.
  package var stamp: String

  package init(
    id: AvatarID, source: Publication.Doomed?, record: Record?, rendering: Rendering, outputs: [Output],
    staged: [BytePath], jobs: [Publication.Doomed], superseded: [Publication.Doomed],
    expectedManifest: String?,
    made: String, warnings: [Warning], processed: String, stamp: String
  ) {
    self.id = id
    self.source = source
    self.record = record
    self.rendering = rendering
    self.outputs = outputs
    self.staged = staged
    self.jobs = jobs
    self.superseded = superseded
    self.expectedManifest = expectedManifest
    self.made = made
    self.warnings = warnings
    self.processed = processed
    self.stamp = stamp
  }

  /// Where an original is kept: its path below the inbox, or where it lies already.
  func kept(_ source: Publication.Doomed) -> BytePath {
    let path = source.path.path
    return path.below(Places.inbox).map { Places.originals.appending($0) } ?? path
  }

  var avatars: [Manifest.Avatar] {
    zip(outputs, rendering.avatars).map { output, made in
      Manifest.Avatar(
        file: String(decoding: id.file(output.suffix).name, as: UTF8.self), size: made.size,
        format: output.format,
        bytes: made.bytes, sha256: made.sha256)
    }
  }
}
