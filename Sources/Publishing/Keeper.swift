package import Files
package import Model

/// Looks after what is kept beside the avatars: failed files with their reasons, and replaced originals.
package struct Keeper: Sendable {
  let root: Root

  package init(root: Root) { self.root = root }

  // MARK: Failed

  /// Moves a file (or link, or pipe) from the inbox or `originals/` into `failed/`, and writes the reason beside it.
  ///
  /// Answers where it lies now; nil where it was gone already, or changed while it was copied.
  @discardableResult
  package func setAside(
    _ path: BytePath, because text: String, stamp: String
  ) throws(FileFailure) -> BytePath? {
    let below = path.below(Places.inbox) ?? path.below(Places.originals) ?? path
    return try setAside(path, as: below, because: text, stamp: stamp)
  }

  /// The same under another name.
  package func setAside(
    _ path: BytePath, as below: BytePath, because text: String, stamp: String
  ) throws(FileFailure) -> BytePath? {
    guard let kind = try root.look(path), kind != .folder else { return nil }
    let target = try freeFailedName(below, stamp, for: path)
    // First the reason: a crash in between leaves one without a file, which is swept, and the file where it was.
    let reason = Places.errorText(failed: target)
    try writeText(text, to: reason)
    do throws(FileFailure) {
      guard try moveAcross(path, to: target) else {
        try root.remove(reason)
        return nil
      }
    } catch {
      try root.remove(reason)
      throw error
    }
    try root.syncFolder(target.folder)
    return target
  }

  /// The file's own place, cleared of an earlier failure; where a folder is in the way, a stamped name at the top.
  private func freeFailedName(
    _ below: BytePath, _ stamp: String, for path: BytePath
  ) throws(FileFailure) -> BytePath {
    let wanted = Places.failed.appending(below)
    do throws(FileFailure) {
      try root.makeFolders(wanted.folder, mode: Mode.failedFolder)
      // A name that every reason could have: it must not be taken for one.
      if isErrorText(below.name) { return try free(wanted, stamp) }
      try clearFailed(below, stamp: stamp, sameAs: path)
      if try root.look(wanted) == nil { return wanted }
    } catch {
      guard root.isOnlyThere(error) else { throw error }
    }
    return try free(Places.failed.appending(below.name), stamp)
  }

  /// A path succeeded: its earlier failure moves to `replaced/`, and the reason goes.
  ///
  /// One with the same bytes as a file that fails again (dropped every night, perhaps) need not be kept twice.
  package func clearFailed(
    _ below: BytePath, stamp: String, sameAs again: BytePath? = nil
  ) throws(FileFailure) {
    let failed = Places.failed.appending(below)
    if let kind = try root.look(failed), kind != .folder {
      if let again, try isSame(failed, again) {
        try root.remove(failed)
      } else {
        try retire(failed, as: below, stamp: stamp)
      }
    }
    try root.remove(Places.errorText(failed: failed))
  }

  private func isSame(_ one: BytePath, _ other: BytePath) throws(FileFailure) -> Bool {
    guard let size = try root.signature(one)?.size, try root.signature(other)?.size == size,
      let digest = try root.digest(one)?.sha256
    else { return false }
    return try root.digest(other)?.sha256 == digest
  }

  /// What is written beside a failed file; empty where nothing is.
  package func reason(_ failed: BytePath) throws(FileFailure) -> Explanation {
    let read = try root.read(Places.errorText(failed: failed), atMost: 1 << 16)
    return Explanation(lines: read?.bytes ?? [])
  }

  /// Removes error texts whose file is gone.
  package func sweepFailed(_ folder: BytePath = Places.failed) throws(FileFailure) {
    guard try root.look(folder) == .folder else { return }
    let names = try root.names(in: folder)
    let all = Set(names)
    let texts = Set(names.map { textName(folder, $0) })
    for name in names {
      let path = folder.appending(name)
      if case .folder = try root.look(path) {
        try sweepFailed(path)
      } else if isErrorText(name), !texts.contains(name), !all.contains(textName(folder, name)) {
        // No file has this text; and it is no failed file with a text of its own, which only looks like one.
        try root.remove(path)
      }
    }
  }

  private func textName(_ folder: BytePath, _ name: [UInt8]) -> [UInt8] {
    Places.errorText(failed: folder.appending(name)).name
  }

  func isErrorText(_ name: [UInt8]) -> Bool { name.suffix(10).elementsEqual(".error.txt".utf8) }

  // MARK: Replaced

  /// Moves a file into `replaced/` under a stamped name; answers false where it changed meanwhile.
  @discardableResult
  package func retire(_ path: BytePath, as below: BytePath, stamp: String) throws(FileFailure) -> Bool {
    let target = try root.freeReplaced(below, stamp)
    try root.makeFolders(target.folder, mode: Mode.ownFolder)
    return try moveAcross(path, to: target)
  }

  /// A stamped name that nothing has.
  package func free(_ path: BytePath, _ stamp: String) throws(FileFailure) -> BytePath {
    var turn = 1
    while try root.look(Places.stamped(path, stamp, turn: turn)) != nil { turn += 1 }
    return Places.stamped(path, stamp, turn: turn)
  }

  /// The files kept in `replaced/` for an id, oldest first.
  package func replaced(_ id: AvatarID) throws(FileFailure) -> [BytePath] {
    let folder = Places.replaced.appending(id.path.folder)
    guard case .folder = try root.look(folder) else { return [] }
    let names = try root.names(in: folder).filter { Document.kind(of: $0) != .book }
    let stamped = names.compactMap { name in Stamped(name, of: id).map { ($0, name) } }
    return stamped.sorted { $0.0 < $1.0 }.map { folder.appending($0.1) }
  }

  /// Keeps at most this many earlier originals of an id.
  package func prune(_ id: AvatarID, keep: Int) throws(FileFailure) {
    for path in try replaced(id).dropLast(keep) { try root.remove(path) }
  }

  // MARK: Texts

  /// Says beside the manifest what is wrong with an id.
  package func explain(_ id: AvatarID, _ text: String) throws(FileFailure) {
    let path = Places.errorText(id)
    if let now = try root.read(path, atMost: 1 << 20), now.bytes == Array(text.utf8) { return }
    try root.makeFolders(path.folder, mode: Mode.avatarFolder)
    try writeText(text, to: path)
  }

  /// The trouble is over: removes what `explain` wrote.
  package func clearExplanation(_ id: AvatarID) throws(FileFailure) { try root.remove(Places.errorText(id)) }

  /// By way of the staging folder, which is swept: a crash leaves nothing beside the files.
  private func writeText(_ text: String, to path: BytePath) throws(FileFailure) {
    let draft = Places.staging.appending("text".utf8)
    try root.makeFolders(Places.staging, mode: Mode.ownFolder)
    try root.recreate(draft, Array(text.utf8), mode: Mode.document)
    try root.rename(draft, to: path)
  }
}
