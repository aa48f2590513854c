package import Model

/// Where to look again.
///
/// A change says nothing of what happened there: that is told by looking.
package enum Change: Hashable, Sendable {
  /// This path, below the root, may be new, changed or gone.
  case file(BytePath)
  /// This folder, and all below it, is to be listed again; it may be gone.
  case folder(BytePath)
  /// All watched folders are to be compared; comes with `gone` for each area that is missing just then.
  case everything
  /// A watched area itself was deleted, moved away or unmounted; `everything` follows when it is back.
  case gone(BytePath)
  /// The settings file may have changed.
  case settings
}
