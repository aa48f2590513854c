internal import CTondo.Linux
internal import Digest
internal import Glibc
package import Model

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
  /// Creates a file that must not exist yet, writes and syncs it.
  package func create(_ below: BytePath, _ bytes: [UInt8], mode: UInt32) throws(FileFailure) {
    let file = try open(below, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    try posix("set the mode of", below.shown) { fchmod(file.raw, mode) }
    var failure: FileFailure?
    bytes.withUnsafeBytes { buffer in
      do throws(FileFailure) { try file.write(buffer, below.shown) } catch { failure = error }
    }
    if let failure { throw failure }
    try file.sync(below.shown)
  }

  /// Makes a folder and those above it.
  ///
  /// The mode holds for every folder made.
  package func makeFolders(_ below: BytePath, mode: UInt32) throws(FileFailure) {
    if below.bytes.isEmpty { return }
    do throws(FileFailure) {
      try makeFolder(below, mode: mode)
    } catch {
      guard error.isMissing else { throw error }
      try makeFolders(below.folder, mode: mode)
      try makeFolder(below, mode: mode)
    }
  }

  private func makeFolder(_ below: BytePath, mode: UInt32) throws(FileFailure) {
    try inFolder(of: below) { folder, name throws(FileFailure) in
      let made = name.withCPath { mkdirat(folder, $0, mode) }
      if made == 0 {
        try posix("set the mode of", below.shown) { name.withCPath { fchmodat(folder, $0, mode, 0) } }
        try posix("write to disk", below.shown) { fsync(folder) }
      } else if tondo_errno() != EEXIST {
        throw FileFailure(doing: "make the folder", path: below.shown, number: tondo_errno())
      }
    }
    // EEXIST may be a file: the caller then needs to know.
    guard case .folder = try look(below) else {
      throw FileFailure(doing: "make the folder", path: below.shown, number: ENOTDIR)
    }
  }

  /// Renames, replacing what has the name.
  package func rename(_ from: BytePath, to: BytePath) throws(FileFailure) {
    try move(from, to, "rename") { renameat($0, $1, $2, $3) }
  }

  /// Renames, and fails with EEXIST where the name is taken.
  package func renameNew(_ from: BytePath, to: BytePath) throws(FileFailure) {
    try move(from, to, "rename", tondo_rename_new)
  }

  /// Swaps what two names stand for.
  package func exchange(_ one: BytePath, _ other: BytePath) throws(FileFailure) {
    try move(one, other, "swap", tondo_rename_exchange)
  }

  private func move(
    _ from: BytePath, _ to: BytePath, _ doing: String,
    _ call: (CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>) -> CInt
  ) throws(FileFailure) {
    try inFolder(of: from) { fromFolder, fromName throws(FileFailure) in
      try inFolder(of: to) { toFolder, toName throws(FileFailure) in
        try posix("\(doing) \(from.shown) to", to.shown) {
          fromName.withCPath { fromName in toName.withCPath { call(fromFolder, fromName, toFolder, $0) } }
        }
      }
    }
  }

  /// Removes a file; answers false where there is none.
  @discardableResult
  package func remove(_ below: BytePath) throws(FileFailure) -> Bool { try unlink(below, 0) }

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
        try posix("remove", below.shown) { name.withCPath { unlinkat(folder, $0, flags) } }
      }
      return true
    } catch {
      if error.isMissing || error.number == ENOTDIR && flags == 0 { return false }
      throw error
    }
  }

  /// Removes a folder and all in it.
  package func removeTree(_ below: BytePath) throws(FileFailure) {
    guard case .folder = try look(below) else { return }
    for name in try names(in: below) {
      let inside = below.appending(name)
      if case .folder = try look(inside) { try removeTree(inside) } else { try remove(inside) }
    }
    try removeFolder(below)
  }

  /// Makes a file's bytes outlast a power cut.
  package func syncFile(_ below: BytePath) throws(FileFailure) { try open(below, O_RDONLY).sync(below.shown) }

  /// Makes the names in a folder outlast a power cut.
  package func syncFolder(_ below: BytePath) throws(FileFailure) {
    try open(below, O_RDONLY | O_DIRECTORY).sync(below.shown)
  }

  /// Copies bytes into a new file and syncs it; answers their digest and the state in which they were read.
  package func copy(
    _ from: BytePath, to: BytePath, mode: UInt32
  ) throws(FileFailure) -> (sha256: String, signature: FileSignature) {
    let source = try open(from, O_RDONLY | O_NONBLOCK)
    let target = try open(to, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    try posix("set the mode of", to.shown) { fchmod(target.raw, mode) }
    let digest = SHA256()
    let signature = try source.signature(from.shown)
    var failure: FileFailure?
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
  }

  /// As they are, and not by way of a signature, which does not hold all dates.
  private func keepTimes(
    of source: borrowing Descriptor, on target: borrowing Descriptor, _ path: BytePath
  ) throws(FileFailure) {
    let time = try source.status(path.shown).st_mtim
    let raw = target.raw
    try posix("set the times of", path.shown) { futimens(raw, [time, time]) }
  }
}
