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
    while let next = scan.open.popLast() { scan.list(next, isStart: next == start, each) }
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

  private mutating func list(_ folder: BytePath, isStart: Bool, _ each: (ScannedFile) -> Void) {
    do throws(ScanFailure) {
      let opened = try OpenFolder(root: root, folder)
      let folders = report(opened, each)
      open.append(contentsOf: folders.reversed())
      if let failure = opened.failure { throw failure }
    } catch {
      if isStart || !error.isAbsence { failures.append(error) }
    }
  }

  /// Returns the folders among the entries.
  private mutating func report(_ folder: OpenFolder, _ each: (ScannedFile) -> Void) -> [BytePath] {
    var folders: [BytePath] = []
    for index in 0..<folder.count {
      let name = folder.name(index)
      switch folder.look(index) {
      case .file(let file): if !(ignoring && Ignore.name(name, isFolder: false)) { each(file) }
      case .folder:
        if !(ignoring && Ignore.name(name, isFolder: true)) { folders.append(folder.path.appending(name)) }
      case .unreadable(let number):
        failures.append(ScanFailure(path: folder.path.appending(name), number: number))
      case .missing: break
      }
    }
    return folders
  }
}
