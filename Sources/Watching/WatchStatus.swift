package import Model

/// How watching goes.
package struct WatchStatus: Hashable, Sendable {
  /// Folders being watched.
  package var watches = 0
  /// How often the kernel's queue was full; each time everything is compared.
  package var overflows = 0
  /// How often watching was begun anew.
  package var restarts = 0
  /// Areas that are not there.
  package var missing: [BytePath] = []
  /// Folders that are listed at intervals, since they cannot be watched.
  package var degraded: [DegradedFolder] = []
  /// The last trouble that was not a single folder's; may be past.
  package var lastFailure: WatchFailure?

  package init() {}
}
