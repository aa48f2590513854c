internal import Glibc
package import Model

/// Looks at what lies below the root, without following a single link and without opening a file.
package struct FolderScan {
  private let root: [UInt8]
  private let ignoring: Bool
  private var failures: [ScanFailure] = []
  /// Folders still to be listed, the next one last; a stack of paths rather than of descriptors, however deep it goes.
  private var open: [BytePath]

  /// Reports every entry that is no folder in and below a folder, by name within each folder, itself before its folders.
  ///
  /// - Parameters:
  ///   - root: the root's absolute path.
  ///   - start: the folder, below the root.
  ///   - ignoring: leaves out what `Ignore` names.
  ///   - each: takes one entry.
  /// - Returns: the folders that could not be listed, or not wholly; a folder that was removed meanwhile is not
  ///   among them, except `start` itself.
  package static func walk(
    root: [UInt8], below start: BytePath, ignoring: Bool, each: (ScannedFile) -> Void
  ) -> [ScanFailure] {
    var scan = FolderScan(root: root, ignoring: ignoring, open: [start])
    do throws(SystemError) {
      let handle = try Handle(folder: root)
      while let next = scan.open.popLast() { scan.list(next, in: handle, isStart: next == start, each) }
    } catch {
      scan.failures.append(ScanFailure(path: start, number: error.number))
    }
    return scan.failures
  }

  /// Looks at a single path.
  ///
  /// - Returns: `unreadable` also where the root itself is missing or a link lies on the way, so that neither is taken
  ///   for a removed file.
  package static func look(root: [UInt8], at path: BytePath) -> Look {
    do throws(SystemError) {
      let handle = try Handle(folder: root)
      return try look(handle, path)
    } catch {
      return .unreadable(error.number)
    }
  }

  private static func look(_ root: borrowing Handle, _ path: BytePath) throws(SystemError) -> Look {
    do throws(SystemError) {
      let found = try Handle(at: path, below: root).status()
      return ScannedFile(path, found).map(Look.file) ?? .folder
    } catch {
      if error.number == ENOENT || error.number == ENOTDIR { return .missing }
      throw error
    }
  }

  private init(root: [UInt8], ignoring: Bool, open: [BytePath]) {
    self.root = root
    self.ignoring = ignoring
    self.open = open
  }

  private mutating func list(
    _ folder: BytePath, in root: borrowing Handle, isStart: Bool, _ each: (ScannedFile) -> Void
  ) {
    do throws(SystemError) {
      let handle = try Handle(listing: folder, below: root)
      let listing = Listing(handle)
      let folders = report(listing, of: folder, handle, each)
      open.append(contentsOf: folders.reversed())
      if let failure = listing.failure { throw failure }
    } catch {
      guard isStart || !error.isAbsence else { return }
      failures.append(ScanFailure(path: folder, number: error.number))
    }
  }

  /// Returns the folders among the entries.
  private mutating func report(
    _ listing: Listing, of folder: BytePath, _ handle: borrowing Handle, _ each: (ScannedFile) -> Void
  ) -> [BytePath] {
    var folders: [BytePath] = []
    for index in 0..<listing.count {
      let name = listing.name(index)
      let path = folder.appending(name)
      let found = look(listing, index, handle, path)
      if case .file(let file) = found, !(ignoring && Ignore.name(name, isFolder: false)) { each(file) }
      if case .folder = found, !(ignoring && Ignore.name(name, isFolder: true)) { folders.append(path) }
    }
    return folders
  }

  private mutating func look(
    _ listing: Listing, _ index: Int, _ handle: borrowing Handle, _ path: BytePath
  ) -> Look {
    if listing.hint(index) == .folder { return .folder }
    do throws(SystemError) {
      guard let found = try listing.status(index, in: handle) else { return .missing }
      return ScannedFile(path, found).map(Look.file) ?? .folder
    } catch {
      failures.append(ScanFailure(path: path, number: error.number))
      return .unreadable(error.number)
    }
  }
}
