package import Files
package import Model

extension Keeper {
  /// Removes all traces of an id: avatars by their names, and the kept original with all else.
  ///
  /// What asked for it (a job, a request) must stay until this is done: after a crash it asks again.
  package func removeAll(_ id: AvatarID, avatars: [String], original: BytePath?) throws(FileFailure) {
    let folder = Places.avatars.appending(id.path.folder)
    if let original { try root.remove(original) }
    for name in avatars { try root.remove(folder.appending(name.utf8)) }
    try root.remove(Places.manifest(id))
    try clearExplanation(id)
    try dropPreviews(id)
    for path in try replaced(id) { try root.remove(path) }
    for path in try failed(id) {
      try root.remove(path)
      try root.remove(Places.errorText(failed: path))
    }
    try removeEmptyFolders(id)
  }

  /// The failed files of an id.
  package func failed(_ id: AvatarID) throws(FileFailure) -> [BytePath] {
    let folder = Places.failed.appending(id.path.folder)
    guard case .folder = try root.look(folder) else { return [] }
    let names = try root.names(in: folder)
    let texts = Set(names.map { Places.errorText(failed: folder.appending($0)).name })
    return names.filter { !texts.contains($0) && belongs($0, to: id) }.map { folder.appending($0) }
  }

  private func belongs(_ name: [UInt8], to id: AvatarID) -> Bool {
    withoutExtension(name) == id.path.name || name == id.path.name + Array(".job.json".utf8)
  }

  /// Folders of an id's path that hold nothing any more; those of the inbox stay.
  private func removeEmptyFolders(_ id: AvatarID) throws(FileFailure) {
    for place in [Places.avatars, Places.originals, Places.replaced, Places.failed] {
      var folder = id.path.folder
      while !folder.bytes.isEmpty, try root.removeFolder(place.appending(folder)) { folder = folder.folder }
    }
  }
}

extension Keeper {
  /// All failed files.
  package func allFailed(in folder: BytePath = Places.failed) throws(FileFailure) -> [BytePath] {
    guard try root.look(folder) == .folder else { return [] }
    let names = try root.names(in: folder)
    let texts = Set(names.map { Places.errorText(failed: folder.appending($0)).name })
    var result: [BytePath] = []
    for name in names where !texts.contains(name) {
      let path = folder.appending(name)
      if case .folder = try root.look(path) { result += try allFailed(in: path) } else { result.append(path) }
    }
    return result
  }

  /// Moves a failed file back into the inbox; answers where it lies now, nil where something is in its way there.
  package func giveBack(_ failed: BytePath) throws(FileFailure) -> BytePath? {
    guard let below = failed.below(Places.failed) else { return nil }
    let target = Places.inbox.appending(below)
    do throws(FileFailure) {
      try root.makeFolders(target.folder, mode: Mode.avatarFolder)
      guard try moveAcross(failed, to: target) else { return nil }
    } catch {
      guard root.isOnlyThere(error) else { throw error }
      return nil
    }
    try root.remove(Places.errorText(failed: failed))
    return target
  }
}
