package import Files
package import Model

/// Looks after what is kept beside the avatars: failed files with their reasons, and replaced originals.
package struct Keeper: Sendable {
  let root: Root

  package init(root: Root) { self.root = root }

  // MARK: Failed

  /// Moves a file (or link, or pipe) from the inbox or `originals/` into `failed/`, and writes the reason beside it.
  ///
  /// Answers where it lies now; nil where it was gone already.
  @discardableResult
  package func setAside(_ path: BytePath, because text: String, stamp: String) throws(FileFailure)
    -> BytePath?
  {
    guard let kind = try root.look(path), kind != .folder else { return nil }
    let below = path.below(Places.inbox) ?? path.below(Places.originals) ?? path
    let target = try freeFailedName(below, stamp)
    // The reason first: after a crash in between it is swept, and the file is looked at once more.
    let reason = Places.errorText(failed: target)
    try writeText(text, to: reason, mode: Mode.document)
    try moveAcross(path, to: target)
    guard try root.look(target) != nil else {
      try root.remove(reason)
      return nil
    }
    try root.syncFolder(target.folder)
    return target
  }

  /// The file's own place, cleared of an earlier failure; where a folder is in the way, a stamped name at the top.
  private func freeFailedName(_ below: BytePath, _ stamp: String) throws(FileFailure) -> BytePath {
    let wanted = Places.failed.appending(below)
    do throws(FileFailure) {
      try root.makeFolders(wanted.folder, mode: Mode.failedFolder)
      try clearFailed(below, stamp: stamp)
      if try root.look(wanted) == nil { return wanted }
    } catch {
      guard error.isAboutNames else { throw error }
    }
    return try free(Places.failed.appending(below.name), stamp)
  }

  /// A path succeeded: its earlier failure moves to `replaced/`, and the reason goes.
  package func clearFailed(_ below: BytePath, stamp: String) throws(FileFailure) {
    let failed = Places.failed.appending(below)
    if let kind = try root.look(failed), kind != .folder { try retire(failed, as: below, stamp: stamp) }
    try root.remove(Places.errorText(failed: failed))
  }

  /// Removes error texts whose file is gone.
  package func sweepFailed(_ folder: BytePath = Places.failed) throws(FileFailure) {
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

  private func isErrorText(_ name: [UInt8]) -> Bool { name.suffix(10).elementsEqual(".error.txt".utf8) }

  // MARK: Replaced

  /// Moves a file into `replaced/` under a stamped name.
  package func retire(_ path: BytePath, as below: BytePath, stamp: String) throws(FileFailure) {
    let target = try free(Places.replaced.appending(below), stamp)
    try root.makeFolders(target.folder, mode: Mode.ownFolder)
    try moveAcross(path, to: target)
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
    let stem = id.path.name + [UInt8(ascii: ".")]
    let names = try root.names(in: folder).filter { $0.starts(with: stem) && isStamp($0.dropFirst(stem.count)) }
    var aged: [(second: String, moved: Int64, path: BytePath)] = []
    for name in names {
      let path = folder.appending(name)
      let second = String(decoding: name.dropFirst(stem.count).prefix(16), as: UTF8.self)
      aged.append((second, try root.signature(path)?.changed ?? 0, path))
    }
    // The number that tells those of one second apart is used again, so it says nothing; when it was moved here does.
    return aged.sorted { ($0.second, $0.moved, $0.path) < ($1.second, $1.moved, $1.path) }.map(\.path)
  }

  /// Keeps at most this many earlier originals of an id.
  package func prune(_ id: AvatarID, keep: Int) throws(FileFailure) {
    for path in try replaced(id).dropLast(keep) { try root.remove(path) }
  }

  /// `20261130T120000Z`, perhaps `-2`, perhaps an extension.
  private func isStamp(_ rest: some Collection<UInt8>) -> Bool {
    let shape = rest.prefix(16).map { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? UInt8(ascii: "0") : byte
    }
    let next = rest.dropFirst(16).first
    return shape == Array("00000000T000000Z".utf8)
      && [nil, UInt8(ascii: "."), UInt8(ascii: "-")].contains(next)
  }

  // MARK: Texts

  /// Says beside the manifest what is wrong with an id.
  package func explain(_ id: AvatarID, _ text: String) throws(FileFailure) {
    let path = Places.errorText(id)
    if let now = try root.read(path, atMost: 1 << 20), now.bytes == Array(text.utf8) { return }
    try root.makeFolders(path.folder, mode: Mode.avatarFolder)
    try writeText(text, to: path, mode: Mode.document)
  }

  /// The trouble is over: removes what `explain` wrote.
  package func clearExplanation(_ id: AvatarID) throws(FileFailure) { try root.remove(Places.errorText(id)) }

  private func writeText(_ text: String, to path: BytePath, mode: UInt32) throws(FileFailure) {
    // In staging, where a crash leaves nothing about. There is one writer of texts at a time: whoever has the lock.
    let draft = Places.staging.appending("explanation.txt".utf8)
    try root.makeFolders(Places.staging, mode: Mode.ownFolder)
    try root.remove(draft)
    try root.create(draft, Array(text.utf8), mode: mode)
    try root.rename(draft, to: path)
  }

  // MARK: Moving

  /// Renames, or copies, syncs, compares and removes where the inbox lies on another file system.
  func moveAcross(_ path: BytePath, to target: BytePath) throws(FileFailure) {
    do throws(FileFailure) {
      try root.renameNew(path, to: target)
    } catch {
      guard error.number == FileFailure.otherFileSystem, let before = try root.signature(path) else {
        throw error
      }
      let copied = try root.copy(path, to: target, mode: Mode.own)
      guard try root.digest(target)?.sha256 == copied.sha256, try root.signature(path) == before else {
        try root.remove(target)
        return
      }
      try root.remove(path)
    }
  }
}
