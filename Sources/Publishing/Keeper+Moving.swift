internal import Files
internal import Model

extension Keeper {
  /// Renames, or copies, syncs, compares and removes where the inbox lies on another file system.
  ///
  /// Answers false, and has moved nothing, where the file changed meanwhile.
  func moveAcross(_ path: BytePath, to target: BytePath) throws(FileFailure) -> Bool {
    do throws(FileFailure) {
      try root.renameNew(path, to: target)
      return true
    } catch {
      guard error.number == FileFailure.otherFileSystem, let before = try root.signature(path)
      else { throw error }
      return try copyAcross(path, before, to: target)
    }
  }

  private func copyAcross(
    _ path: BytePath, _ before: FileSignature, to target: BytePath
  ) throws(FileFailure) -> Bool {
    let draft = try draft(for: target)
    try root.remove(draft)
    let copied = try root.copy(path, to: draft, mode: Mode.own)
    guard try root.digest(draft)?.sha256 == copied.sha256, try root.signature(path) == before else {
      try root.remove(draft)
      return false
    }
    do throws(FileFailure) { try root.renameNew(draft, to: target) } catch {
      try root.remove(draft)
      throw error
    }
    try root.syncFolder(target.folder)
    try root.remove(path)
    return true
  }

  /// A name on the target's file system that nobody takes for a file: what a crash leaves there is swept, or ignored.
  private func draft(for target: BytePath) throws(FileFailure) -> BytePath {
    if target.below(Places.inbox) != nil {
      return target.folder.appending(Array(".tondo-".utf8) + target.name.suffix(200))
    }
    try root.makeFolders(Places.staging, mode: Mode.ownFolder)
    return Places.staging.appending("moving".utf8)
  }
}
