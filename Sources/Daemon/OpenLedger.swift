internal import Files
internal import Ledger
internal import Model
internal import Publishing

/// The ledger of a root.
enum OpenLedger {
  /// Opens it for its one writer.
  ///
  /// A damaged one, or a link in its place, is put aside, and a new one is filled from the folders.
  static func writable(_ root: Root) throws(LedgerFailure) -> Ledger {
    let path = root.withoutLinks(Places.ledger)
    do throws(LedgerFailure) { return try Ledger.open(path) } catch {
      guard case .damaged = error else { throw error }
    }
    do throws(FileFailure) { try putAside(root) } catch { throw .node(error.problem) }
    return try Ledger.open(path)
  }

  private static func putAside(_ root: Root) throws(FileFailure) {
    let damaged = Places.ledger.folder.appending("ledger.damaged".utf8)
    try root.rename(Places.ledger, to: damaged)
    for suffix in ["-wal", "-shm"] {
      try root.remove(Places.ledger.folder.appending(Places.ledger.name + suffix.utf8))
    }
  }
}
