internal import Files
internal import Foundation
internal import Model

/// Files that an import writes into the inbox before they get their names: in a hidden folder of its own, which nobody
/// watches, and which is swept when it has ended without doing so.
///
/// For one thread.
final class Drafts {
  private let root: Root
  private var own: Own?
  private var count = 0

  private struct Own: ~Copyable {
    let folder: BytePath
    let lock: FolderLock
  }

  init(_ root: Root) { self.root = root }

  deinit { end() }

  func make(mode: UInt32) throws(FileFailure) -> Draft {
    count += 1
    return try Draft(root, at: try folder().appending("\(count).part".utf8), mode: mode)
  }

  private func folder() throws(FileFailure) -> BytePath {
    if let folder = own?.folder { return folder }
    while true {
      let folder = Places.imports.appending(UUID().uuidString.utf8)
      try root.makeFolders(Places.imports, mode: Mode.avatarFolder)
      // Else somebody has swept one or the other just now.
      guard try make(folder), let lock = try FolderLock.take(root, folder) else { continue }
      own = Own(folder: folder, lock: lock)
      return folder
    }
  }

  private func make(_ folder: BytePath) throws(FileFailure) -> Bool {
    // A daemon of another user takes the files over, by its group.
    do throws(FileFailure) { try root.makeFolder(folder, mode: Mode.failedFolder) } catch {
      guard error.isMissing else { throw error }
      return false
    }
    return true
  }

  /// Gives a draft its name, also on another file system that is mounted below the inbox.
  func place(_ draft: Draft, as path: BytePath) throws(FileFailure) {
    do throws(FileFailure) { return try draft.place(as: path, folderMode: Mode.avatarFolder) } catch {
      guard error.number == FileFailure.otherFileSystem else { throw error }
    }
    let folder = try root.lastFolder(towards: path, below: Places.inbox)
    let beside = folder.appending(Uploads.hiddenName("import-" + UUID().uuidString))
    _ = try root.copy(draft.path, to: beside, mode: Mode.own)
    do throws(FileFailure) { try root.renameNew(beside, to: path, making: Mode.avatarFolder) } catch {
      _ = try? root.remove(beside)
      throw error
    }
  }

  /// Removes what imports have left that are no more.
  static func sweep(_ root: Root) throws(FileFailure) {
    guard try root.look(Places.imports) == .folder else { return }
    for name in try root.names(in: Places.imports) {
      let folder = Places.imports.appending(name)
      // One of another user, whom this one may not clean up after, is left to the daemon.
      guard let lock = try? FolderLock.take(root, folder), lock.isCertain else { continue }
      _ = try? root.removeTree(folder)
    }
    _ = try? root.removeFolder(Places.imports)
  }

  /// Removes the folder, and all in it.
  func end() {
    guard let folder = own?.folder else { return }
    _ = try? root.removeTree(folder)
    _ = try? root.removeFolder(Places.imports)
    own = nil
  }
}
