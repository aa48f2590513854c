package import Model

/// The one thing to do next for an id.
package enum Decision: Hashable, Sendable {
  /// All is as it should be.
  case nothing
  /// What is wanted was tried, and failed.
  case stayFailed
  /// Something still settles, or belongs to something that is not there yet.
  case wait
  case make(Making)
  /// The manifest is to be written again without a worker: it was deleted or emptied, or Tondo's part was edited.
  case writeManifest(Attributes, changes: [AccountChange], over: String?)
  /// The manifest says the same in other words.
  case accept(ManifestEdit)
  /// These jobs are done, or a later edit holds.
  case drop([JobFile])
  /// Removes all traces, and these files from the inbox.
  case remove(files: [BytePath])
  case fail(IDFailure)

  /// Whether it comes of a file that is gone.
  package var isForLoss: Bool {
    switch self {
    case .fail(.folder(.originalGone)), .writeManifest(_, changes: _, over: nil): true
    case .make(let making): making.cause == .damage
    default: false
    }
  }
}

/// What keeps an id from being made, until somebody mends it.
package enum IDFailure: Hashable, Sendable {
  /// What to tell about the edit.
  case unreadableEdit(Explanation)
  case folder(FolderProblem)
}

/// Avatars to be made: from what, as what, and what is done with the files afterwards.
package struct Making: Hashable, Sendable {
  /// The photo; nil where the attributes' placeholder is shown instead.
  package var source: Arrival?
  /// The source is the kept original, and unchanged.
  package var isKept: Bool
  package var attributes: Attributes
  /// Digest of the kept original: a new photo with the same bytes needs no work.
  package var known: String?
  /// Jobs that are done once this is published.
  package var jobs: [JobFile]
  /// The job that asks for a placeholder, and stays until the photo comes.
  package var waiting: JobFile?
  /// Photos of the same id that came earlier: kept as replaced.
  package var superseded: [Arrival]
  /// SHA-256 of the manifest's text that the attributes were read from; nil where there is none.
  package var manifest: String?
  package var cause: Cause
}
