internal import Files
internal import Ledger
internal import Model

/// What a root remembers of imports.
enum OpenMemory {
  static func readOnly(_ root: Root) -> ImportMemory? {
    (try? ImportMemory.openReadOnly(root.withoutLinks(Places.imported))) ?? nil
  }

  /// Of an id that is no more.
  static func forget(_ id: AvatarID, _ root: Root) throws {
    guard try root.look(Places.imported) != nil else { return }
    try writable(root)?.forget(id)
  }

  /// Nil where it cannot be had: imports then compare with the manifests.
  static func writable(_ root: Root) -> ImportMemory? {
    let path = root.withoutLinks(Places.imported)
    do throws(LedgerFailure) { return try ImportMemory.open(path) } catch {
      guard case .damaged = error else { return nil }
    }
    for suffix in ["", "-wal", "-shm"] {
      _ = try? root.remove(Places.imported.folder.appending(Places.imported.name + suffix.utf8))
    }
    return try? ImportMemory.open(path)
  }
}
