package import Files
package import Model

/// Address books and exports of directories that have been read, and what could not be read of them.
extension Keeper {
  /// Moves a book out of the inbox, with its report beside it; answers false where it changed meanwhile.
  ///
  /// First the report: after a crash in between the book is read again, and this report goes.
  package func retire(book path: BytePath, report: Draft, stamp: String) throws(FileFailure) -> Bool {
    let below = path.below(Places.inbox) ?? path
    for report in try reportsWithoutBook(below) { try root.remove(report) }
    let target = try root.freeReplaced(below, stamp)
    let beside = Places.report(of: target)
    try root.makeFolders(target.folder, mode: Mode.ownFolder)
    try report.finish(as: beside, folderMode: Mode.ownFolder)
    guard try moveAcross(path, to: target) else {
      try root.remove(beside)
      return false
    }
    try root.syncFolder(target.folder)
    return true
  }

  /// Keeps at most this many earlier books of a name, and their reports.
  package func pruneBooks(_ below: BytePath, keep: Int) throws(FileFailure) {
    for book in try readBooks(below).dropLast(keep) {
      try root.remove(book)
      try root.remove(Places.report(of: book))
    }
  }

  /// Oldest first.
  private func readBooks(_ below: BytePath) throws(FileFailure) -> [BytePath] {
    guard let id = AvatarID(original: below) else { return [] }
    let names = try replacedNames(below).filter { Document.kind(of: $0) == .book }
    let stamped = names.compactMap { name in Stamped(name, of: id).map { ($0, name) } }
    return stamped.sorted { $0.0 < $1.0 }.map { Places.replaced.appending(below.folder).appending($0.1) }
  }

  private func reportsWithoutBook(_ below: BytePath) throws(FileFailure) -> [BytePath] {
    let stem = withoutExtension(below.name) + [UInt8(ascii: ".")]
    let reports = Set(try readBooks(below).map { Places.report(of: $0).name })
    let names = try replacedNames(below).filter {
      $0.starts(with: stem) && $0.suffix(Places.reportSuffix.count).elementsEqual(Places.reportSuffix)
    }
    return names.filter { !reports.contains($0) }.map {
      Places.replaced.appending(below.folder).appending($0)
    }
  }

  private func replacedNames(_ below: BytePath) throws(FileFailure) -> [[UInt8]] {
    let folder = Places.replaced.appending(below.folder)
    return try root.look(folder) == .folder ? root.names(in: folder) : []
  }

  /// A book was read again: what failed of it before, and is not among these, moves to `replaced/`.
  package func clearEntries(
    of below: BytePath, except failed: Set<BytePath>, stamp: String
  ) throws(FileFailure) -> [BytePath] {
    let folder = Places.failed.appending(below.folder)
    guard try root.look(folder) == .folder else { return [] }
    var cleared: [BytePath] = []
    for name in try root.names(in: folder) {
      let path = folder.appending(name)
      guard Places.isEntry(name, of: below.name), !failed.contains(path) else { continue }
      try clearFailed(below.folder.appending(name), stamp: stamp)
      cleared.append(path)
    }
    return cleared
  }
}
