internal import Files
internal import Model
internal import Watching

/// The two sides of a folder of ids: what lies in `avatars/`, and what in `originals/`.
///
/// Each is listed once, and each file looked at once, however many records ask.
struct FolderComparison {
  let folder: BytePath
  let avatars: Side
  let originals: Side
  /// Folders below that hold more, on either side or in the ledger.
  private(set) var folders: Set<BytePath>

  init(_ root: Root, _ folder: BytePath) {
    self.folder = folder
    avatars = Side(root, Places.avatars.appending(folder))
    originals = Side(root, Places.originals.appending(folder))
    folders = Set((avatars.folders + originals.folders).map { folder.appending($0) })
  }

  /// Folders of ids that perhaps lie on neither side.
  mutating func add(_ folders: [BytePath]) { self.folders.formUnion(folders) }

  /// What could not be looked at.
  var failures: [ScanFailure] { avatars.failures + originals.failures }

  /// The state of a file below the root; nil where there is none.
  func signature(_ path: BytePath) -> FileSignature? {
    let side = path.folder == originals.path ? originals : avatars
    return path.folder == side.path ? side.signature(path.name) : nil
  }
}

extension FolderComparison {
  /// One folder of files, and which of them some record names.
  final class Side {
    let path: BytePath
    private let listing: OpenFolder?
    private var named: [Bool]
    private(set) var folders: [[UInt8]] = []
    private(set) var failures: [ScanFailure] = []

    init(_ root: Root, _ path: BytePath) {
      self.path = path
      do throws(ScanFailure) { listing = try OpenFolder(root: root.path, path) } catch {
        listing = nil
        if !error.isAbsence { failures = [error] }
      }
      named = [Bool](repeating: false, count: listing?.count ?? 0)
      if let failure = listing?.failure { failures = [failure] }
      findFolders()
    }

    private func findFolders() {
      guard let listing else { return }
      for index in 0..<listing.count where listing.isFolder(index) {
        let name = listing.name(index)
        if !Ignore.name(name, isFolder: true) { folders.append(name) }
      }
    }

    /// The state of a regular file; nil where there is none.
    func signature(_ name: [UInt8]) -> FileSignature? {
      guard let listing, let index = listing.index(of: name) else { return nil }
      return listing.signature(index)
    }

    /// The same for a file that a record names: it is no stranger.
    func claim(_ name: [UInt8]) -> FileSignature? {
      guard let listing, let index = listing.index(of: name) else { return nil }
      named[index] = true
      return listing.signature(index)
    }

    /// Regular files that no record names, from a position on; moves it behind them, at most so many names on.
    func strangers(
      from position: inout Int, atMost limit: Int, where isMeant: ([UInt8]) -> Bool
    ) -> [ScannedFile]? {
      guard let listing, position < listing.count else { return nil }
      var strangers: [ScannedFile] = []
      let end = min(listing.count, position + limit)
      for index in position..<end where !named[index] {
        let name = listing.name(index)
        guard !Ignore.name(name, isFolder: false), isMeant(name) else { continue }
        switch listing.look(index) {
        case .file(let file) where file.kind == .regular: strangers.append(file)
        case .unreadable(let number):
          failures.append(ScanFailure(path: path.appending(name), number: number))
        case .file, .folder, .missing: break
        }
      }
      position = end
      return strangers
    }
  }
}
