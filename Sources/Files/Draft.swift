internal import Glibc
package import Model
internal import Synchronization

/// A file that is being written under a name that nobody takes for a file, until it is whole.
package final class Draft: Sendable {
  private let root: Root
  package let path: BytePath
  let file: Descriptor
  private let isOver = Atomic(false)

  /// Makes it, in a folder that is there.
  package init(_ root: Root, at path: BytePath, mode: UInt32) throws(FileFailure) {
    file = try root.making(new: path, mode: mode)
    self.root = root
    self.path = path
  }

  deinit { discard() }

  package func add(_ bytes: [UInt8]) throws(FileFailure) { try file.write(bytes, path.shown) }

  package func signature() throws(FileFailure) -> FileSignature { try file.signature(path.shown) }

  package func sync() throws(FileFailure) { try file.sync(path.shown) }

  /// Gives it its name, which must be free; the folders on the way are made only now.
  package func finish(as name: BytePath, folderMode: UInt32) throws(FileFailure) {
    try sync()
    try place(as: name, folderMode: folderMode)
    try root.syncFolder(name.folder)
  }

  /// The same for what is written again when it is not there, or not whole: nothing is synced.
  package func place(as name: BytePath, folderMode: UInt32) throws(FileFailure) {
    try end { () throws(FileFailure) in try root.renameNew(path, to: name, making: folderMode) }
  }

  /// Gives it its name, in place of what may have it; likewise.
  package func replace(_ name: BytePath) throws(FileFailure) {
    try end { () throws(FileFailure) in try root.rename(path, to: name) }
  }

  private func end(_ rename: () throws(FileFailure) -> Void) throws(FileFailure) {
    try rename()
    isOver.store(true, ordering: .relaxed)
  }

  /// Removes it, unless it got its name.
  package func discard() {
    guard !isOver.exchange(true, ordering: .relaxed) else { return }
    // What cannot be removed now is swept at the next start.
    _ = try? root.remove(path)
  }
}

extension Root {
  /// The deepest folder on the way to a path, below another, that is there already.
  ///
  /// It lies on the file system that the path will be on.
  package func lastFolder(towards path: BytePath, below top: BytePath) throws(FileFailure) -> BytePath {
    var folder = path.folder
    while folder.below(top) != nil {
      switch try look(folder) {
      case .folder: return folder
      case nil: folder = folder.folder
      default: throw FileFailure(doing: .makeFolder, path: folder.shown, number: ENOTDIR)
      }
    }
    return top
  }

  /// Renames to a name that must be free, in folders that are made where they are missing.
  ///
  /// Where that fails, none that was made for it stays.
  package func renameNew(_ from: BytePath, to: BytePath, making mode: UInt32) throws(FileFailure) {
    var made: [BytePath] = []
    var folder = to.folder
    while !folder.bytes.isEmpty, try look(folder) == nil {
      made.append(folder)
      folder = folder.folder
    }
    do throws(FileFailure) {
      for _ in 0..<Self.tidied {
        try makeFolders(to.folder, mode: mode)
        do throws(FileFailure) { return try renameNew(from, to: to) } catch {
          // The folder was still empty, and is removed already: once more.
          guard error.isMissing, try look(from) != nil else { throw error }
        }
      }
      try renameNew(from, to: to)
    } catch {
      // What others have put into one meanwhile keeps it.
      for folder in made { _ = try? removeFolder(folder) }
      throw error
    }
  }

  /// A file was of use just now.
  package func touch(_ below: BytePath) throws(FileFailure) {
    let file = try reading(below)
    try posix(.setTimes, below.shown) { futimens(file.raw, nil) }
  }
}
