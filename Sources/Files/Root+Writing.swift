internal import CTondo.Linux
internal import Digest
internal import Glibc
package import Model
internal import Synchronization

/// The modes of what Tondo makes, set whatever the umask.
package enum Mode {
  package static let avatarFolder: UInt32 = 0o2775
  package static let failedFolder: UInt32 = 0o2770
  package static let ownFolder: UInt32 = 0o750
  package static let image: UInt32 = 0o644
  package static let document: UInt32 = 0o664
  package static let own: UInt32 = 0o640
}

extension Root {
  /// Creates a file that must not exist yet, writes and syncs it; where that fails, nothing of it stays.
  package func create(_ below: BytePath, _ bytes: [UInt8], mode: UInt32) throws(FileFailure) {
    try write(bytes, to: making(new: below, mode: mode), below)
  }

  /// The same in place of a file, or a link, of that name.
  package func recreate(_ below: BytePath, _ bytes: [UInt8], mode: UInt32) throws(FileFailure) {
    try write(bytes, to: making(below, mode: mode), below)
  }

  private func write(
    _ bytes: [UInt8], to file: borrowing Descriptor, _ below: BytePath
  ) throws(FileFailure) {
    do throws(FileFailure) {
      try file.write(bytes, below.shown)
      try file.sync(below.shown)
    } catch {
      _ = try? remove(below)
      throw error
    }
  }

  /// Makes an empty file to be filled, in place of one of that name.
  package func making(_ below: BytePath, mode: UInt32) throws(FileFailure) -> Descriptor {
    do throws(FileFailure) { return try making(new: below, mode: mode) } catch {
      guard error.exists else { throw error }
    }
    try remove(below)
    return try making(new: below, mode: mode)
  }

  /// Makes an empty file that must not exist yet.
  func making(new below: BytePath, mode: UInt32) throws(FileFailure) -> Descriptor {
    let file = try open(below, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    try posix(.setMode, below.shown) { fchmod(file.raw, mode) }
    return file
  }

  /// Writes a file that is no longer there afterwards, to see whether that can be done.
  package func tryWriting(_ below: BytePath) throws(FileFailure) {
    defer { _ = try? remove(below) }
    try recreate(below, [UInt8](repeating: 0, count: 1 << 16), mode: Mode.own)
  }

  /// Makes a folder and those above it, again where somebody tidies them away while they are empty.
  ///
  /// The mode holds for every folder made.
  package func makeFolders(_ below: BytePath, mode: UInt32) throws(FileFailure) {
    if below.bytes.isEmpty { return }
    // Mostly it is there; what else may be the matter is told best by making it.
    if (try? open(below, O_RDONLY | O_DIRECTORY)) != nil { return }
    for _ in 0..<Self.tidied {
      do throws(FileFailure) { return try makeFolder(below, mode: mode) } catch {
        guard error.isMissing else { throw error }
        try makeFolders(below.folder, mode: mode)
      }
    }
    try makeFolder(below, mode: mode)
  }

  /// How often a folder is made again that somebody removed, as it was empty, before anything was in it: who does nothing
  /// else wins nine times of ten.
  static let tidied = 1000

  /// The same where the folder that it is in is there: fails with ENOENT where that, or it itself, is removed meanwhile.
  package func makeFolder(_ below: BytePath, mode: UInt32) throws(FileFailure) {
    try inFolder(of: below) { folder, name throws(FileFailure) in
      let made = name.withCPath { mkdirat(folder, $0, mode) }
      if made == 0 {
        // A link that is put in its place just now must not lead the change elsewhere.
        try posix(.setMode, below.shown) {
          name.withCPath { fchmodat(folder, $0, mode, AT_SYMLINK_NOFOLLOW) }
        }
        try posix(.writeToDisk, below.shown) { fsync(folder) }
      } else if tondo_errno() != EEXIST {
        throw FileFailure(doing: .makeFolder, path: below.shown, number: tondo_errno())
      }
    }
    // EEXIST may be a file: the caller then needs to know.
    switch try look(below) {
    case .folder: return
    case nil: throw FileFailure(doing: .makeFolder, path: below.shown, number: ENOENT)
    default: throw FileFailure(doing: .makeFolder, path: below.shown, number: ENOTDIR)
    }
  }

  /// Renames, replacing what has the name.
  package func rename(_ from: BytePath, to: BytePath) throws(FileFailure) {
    try move(from, to, Deed.rename) { renameat($0, $1, $2, $3) }
  }

  /// Renames, and fails with EEXIST where the name is taken.
  package func renameNew(_ from: BytePath, to: BytePath) throws(FileFailure) {
    try move(from, to, Deed.rename, tondo_rename_new)
  }

  /// Swaps what two names stand for.
  package func exchange(_ one: BytePath, _ other: BytePath) throws(FileFailure) {
    try move(one, other, Deed.swap, tondo_rename_exchange)
  }

  private func move(
    _ from: BytePath, _ to: BytePath, _ doing: (String) -> Deed,
    _ call: (CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>) -> CInt
  ) throws(FileFailure) {
    try inFolder(of: from) { fromFolder, fromName throws(FileFailure) in
      try inFolder(of: to) { toFolder, toName throws(FileFailure) in
        try posix(doing(from.shown), to.shown) {
          fromName.withCPath { fromName in toName.withCPath { call(fromFolder, fromName, toFolder, $0) } }
        }
      }
    }
  }

  /// Removes a file; answers false where there is none.
  @discardableResult
  package func remove(_ below: BytePath) throws(FileFailure) -> Bool { try unlink(below, 0) }

  /// Removes a file if it still is the one that was meant, whoever puts another under its name meanwhile.
  package func remove(_ below: BytePath, as signature: FileSignature) throws(FileFailure) {
    guard try self.signature(below) == signature else { return }
    try makeFolders(Places.staging, mode: Mode.ownFolder)
    let aside = Places.staging.appending("doomed-\(Self.dooms.add(1, ordering: .relaxed).newValue)".utf8)
    do throws(FileFailure) { try renameNew(below, to: aside) } catch {
      // Nothing is renamed from another file system: what comes within this moment has come too early there.
      guard error.number == FileFailure.otherFileSystem else { throw error }
      try remove(below)
      return
    }
    guard let now = try self.signature(aside), now.sameContent(as: signature) else {
      return try bringBack(aside, to: below)
    }
    try remove(aside)
  }

  private static let dooms = Atomic(0)

  /// Somebody renamed a file there at the last moment; where yet another one has the name by now, it took its place.
  private func bringBack(_ aside: BytePath, to below: BytePath) throws(FileFailure) {
    do throws(FileFailure) { try renameNew(aside, to: below) } catch {
      guard error.exists else { throw error }
      try remove(aside)
    }
  }

  /// Removes an empty folder; answers false where there is none or it is not empty.
  @discardableResult
  package func removeFolder(_ below: BytePath) throws(FileFailure) -> Bool {
    do throws(FileFailure) { return try unlink(below, AT_REMOVEDIR) } catch {
      if error.number == ENOTEMPTY || error.number == EEXIST { return false }
      throw error
    }
  }

  private func unlink(_ below: BytePath, _ flags: CInt) throws(FileFailure) -> Bool {
    do throws(FileFailure) {
      try inFolder(of: below) { folder, name throws(FileFailure) in
        try posix(.remove, below.shown) { name.withCPath { unlinkat(folder, $0, flags) } }
      }
      return true
    } catch {
      if error.isMissing || error.number == ENOTDIR && flags == 0 { return false }
      throw error
    }
  }

  /// Removes a folder and all in it.
  package func removeTree(_ below: BytePath) throws(FileFailure) {
    // The root itself stays.
    if below.bytes.isEmpty { return }
    let names: [[UInt8]]
    do throws(FileFailure) { names = try self.names(in: below) } catch {
      if error.namesNothing { return }
      throw error
    }
    for name in names {
      let inside = below.appending(name)
      do throws(FileFailure) { try remove(inside) } catch {
        guard error.number == EISDIR else { throw error }
        try removeTree(inside)
      }
    }
    try removeFolder(below)
  }

  /// Makes a file's bytes outlast a power cut.
  package func syncFile(_ below: BytePath) throws(FileFailure) { try reading(below).sync(below.shown) }

  /// Makes the names in a folder outlast a power cut.
  package func syncFolder(_ below: BytePath) throws(FileFailure) {
    try open(below, O_RDONLY | O_DIRECTORY).sync(below.shown)
  }

  /// Copies bytes into a new file and syncs it; answers their digest and the state in which they were read.
  ///
  /// Where that fails, nothing of it stays.
  package func copy(
    _ from: BytePath, to: BytePath, mode: UInt32
  ) throws(FileFailure) -> (sha256: String, signature: FileSignature) {
    let source = try reading(from)
    let target = try making(new: to, mode: mode)
    let digest = SHA256()
    var failure: FileFailure?
    do throws(FileFailure) {
      let signature = try source.signature(from.shown)
      try source.read(from.shown) { piece in
        digest.add(piece)
        if failure == nil {
          do throws(FileFailure) { try target.write(piece, to.shown) } catch { failure = error }
        }
      }
      if let failure { throw failure }
      try keepTimes(of: source, on: target, to)
      try target.sync(to.shown)
      return (digest.finish(), signature)
    } catch {
      _ = try? remove(to)
      throw error
    }
  }

  /// As they are, and not by way of a signature, which does not hold all dates.
  private func keepTimes(
    of source: borrowing Descriptor, on target: borrowing Descriptor, _ path: BytePath
  ) throws(FileFailure) {
    let time = try source.status(path.shown).st_mtim
    let raw = target.raw
    try posix(.setTimes, path.shown) { futimens(raw, [time, time]) }
  }
}
