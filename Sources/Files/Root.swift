internal import CTondo.Linux
internal import Glibc
package import Model

/// A folder that everything is done below: no path leads out of it, and no symbolic link is followed.
///
/// Every verb takes paths below the root, and names them so in its errors.
package final class Root: Sendable {
  /// The absolute path's bytes.
  package let path: [UInt8]
  let descriptor: Descriptor

  /// Opens a folder that exists.
  package init(opening path: [UInt8]) throws(FileFailure) {
    let opened = try posix(.open, escaped(path)) {
      path.withCPath { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    }
    descriptor = Descriptor(owning: opened)
    self.path = path
  }

  /// The absolute path of something below, for a process that needs one.
  package func absolute(_ below: BytePath) -> [UInt8] {
    below.bytes.isEmpty ? path : path + [UInt8(ascii: "/")] + below.bytes
  }

  /// The same, by where the folder lies now and without a link on the way to it, for a library that refuses links.
  package func withoutLinks(_ below: BytePath) -> [UInt8] {
    var place = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/fd/\(descriptor.raw)", &place, place.count)
    guard length > 0 else { return absolute(below) }
    return place.prefix(length).map(UInt8.init(bitPattern:)) + [UInt8(ascii: "/")] + below.bytes
  }

  func open(_ below: BytePath, _ flags: CInt, mode: UInt32 = 0) throws(FileFailure) -> Descriptor {
    let target = below.bytes.isEmpty ? [UInt8(ascii: ".")] : below.bytes
    return Descriptor(
      owning: try posix(.open, below.shown) {
        target.withCPath { tondo_open_beneath(descriptor.raw, $0, flags, mode) }
      })
  }

  /// Calls with the folder that a path lies in.
  @discardableResult
  func inFolder<Result>(of below: BytePath, _ body: (CInt, [UInt8]) throws(FileFailure) -> Result)
    throws(FileFailure) -> Result
  {
    let folder = try open(below.folder, O_RDONLY | O_DIRECTORY)
    return try body(folder.raw, below.name)
  }
}

extension Root {
  /// What a path names.
  package enum Kind: Hashable, Sendable {
    case file(FileSignature, links: Int)
    case folder
    /// A symbolic link, FIFO, socket or device.
    case other

    package var isFile: Bool { signature != nil }

    package var signature: FileSignature? {
      if case .file(let signature, _) = self { signature } else { nil }
    }

    fileprivate init(_ status: stat) {
      switch status.st_mode & S_IFMT {
      case S_IFREG: self = .file(FileSignature(status), links: Int(status.st_nlink))
      case S_IFDIR: self = .folder
      default: self = .other
      }
    }
  }

  /// Nil where nothing has this name, or only by way of a symbolic link.
  package func look(_ below: BytePath) throws(FileFailure) -> Kind? {
    try looks(at: [below.name], in: below.folder)[0]
  }

  /// The same of several names in one folder; what is no name, but a path, is nothing's.
  private func looks(at names: [[UInt8]], in folder: BytePath) throws(FileFailure) -> [Kind?] {
    guard let place = try existing(folder) else { return names.map { _ in nil } }
    var found: [Kind?] = []
    for name in names {
      guard !name.contains(UInt8(ascii: "/")) else {
        found.append(nil)
        continue
      }
      do throws(FileFailure) {
        found.append(Kind(try place.status(of: name, folder.appending(name).shown)))
      } catch {
        guard error.namesNothing else { throw error }
        found.append(nil)
      }
    }
    return found
  }

  /// Opens a folder; nil where there is none of this name.
  private func existing(_ folder: BytePath) throws(FileFailure) -> Descriptor? {
    do throws(FileFailure) { return try open(folder, O_RDONLY | O_DIRECTORY) } catch {
      guard error.namesNothing else { throw error }
      return nil
    }
  }

  /// The signature of a regular file; nil where there is none.
  package func signature(_ below: BytePath) throws(FileFailure) -> FileSignature? {
    try look(below)?.signature
  }

  /// The same of several files in one folder.
  package func signatures(of names: [[UInt8]], in folder: BytePath) throws(FileFailure) -> [FileSignature?] {
    try looks(at: names, in: folder).map { $0?.signature }
  }

  /// The superuser takes the place of the root's owner for good; anybody else stays who they are.
  ///
  /// So a daemon of that user can read, and people of its group can edit, what this process makes.
  package func actAsOwner() throws(FileFailure) {
    let owner = try descriptor.status(escaped(path))
    guard geteuid() == 0, owner.st_uid != 0 else { return }
    try posix(.giveUpGroups, escaped(path)) { setgroups(0, nil) }
    try posix(.actAsGroup, escaped(path)) { setgid(owner.st_gid) }
    try posix(.actAsOwner, escaped(path)) { setuid(owner.st_uid) }
  }

  /// What tells a folder from another that takes its name, such as an empty mount point.
  package struct Identity: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
  }

  /// Nil where there is no folder of this name.
  package func identity(_ below: BytePath) throws(FileFailure) -> Identity? {
    guard let status = try existing(below)?.status(below.shown) else { return nil }
    return Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  /// Whether others may change a folder's files without this kernel's knowing.
  package func isRemote(_ below: BytePath) throws(FileFailure) -> Bool {
    let folder = try open(below, O_RDONLY | O_DIRECTORY)
    return FileSystem.isRemote(FileSystem.type(of: folder.raw))
  }

  /// Whether a rename can reach from one folder to another: both lie on one mount of one file system.
  package func canRename(from: BytePath, to: BytePath) throws(FileFailure) -> Bool {
    let one = try open(from, O_RDONLY | O_DIRECTORY)
    let other = try open(to, O_RDONLY | O_DIRECTORY)
    return try one.status(from.shown).st_dev == other.status(to.shown).st_dev
      && tondo_mount(one.raw) == tondo_mount(other.raw)
  }

  /// Whether this process may take a file out of its folder.
  package func canTake(_ below: BytePath) throws(FileFailure) -> Bool {
    try inFolder(of: below) { folder, name throws(FileFailure) in
      if faccessat(folder, ".", W_OK | X_OK, AT_EACCESS) != 0 { return tondo_errno() != EACCES }
      var place = stat()
      var file = stat()
      guard fstat(folder, &place) == 0, place.st_mode & S_ISVTX != 0, geteuid() != 0,
        name.withCPath({ fstatat(folder, $0, &file, AT_SYMLINK_NOFOLLOW) }) == 0
      else { return true }
      // A sticky folder, such as /tmp: only the owner of file or folder may.
      return [place.st_uid, file.st_uid].contains(geteuid())
    }
  }

  /// Whether a failure is the trouble of one name, or of one folder that somebody made or locked, and not the node's:
  /// nobody else has to wait until it is mended.
  package func isOnlyThere(_ failure: FileFailure) -> Bool {
    failure.isAboutNames || failure.isRefusal && Places.shared.allSatisfy { letsWork(in: $0) }
  }

  /// Whether this process may list a folder, and make and remove files in it.
  private func letsWork(in folder: BytePath) -> Bool {
    guard let folder = try? open(folder, O_RDONLY | O_DIRECTORY) else { return false }
    return faccessat(folder.raw, ".", R_OK | W_OK | X_OK, AT_EACCESS) == 0
  }

  /// Fails where nothing can be made in a folder or taken out of it.
  package func refuseLocked(_ folder: BytePath) throws(FileFailure) {
    guard !letsWork(in: folder) else { return }
    throw FileFailure(doing: .writeInto, path: folder.shown, number: EACCES)
  }

  /// Whether a folder holds nothing, as one does on which a file system is to be mounted; hidden names do not count.
  package func isEmpty(_ below: BytePath) throws(FileFailure) -> Bool {
    let folder = try open(below, O_RDONLY | O_DIRECTORY)
    return try posix(.list, below.shown) { tondo_holds_nothing(folder.raw) } == 1
  }

  /// The names in a folder, sorted.
  package func names(in below: BytePath) throws(FileFailure) -> [[UInt8]] {
    var names: [[UInt8]] = []
    try eachName(in: below) { name in
      names.append(name)
      return true
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Gives the names in a folder to the body, in no order, until it returns false.
  package func eachName(in below: BytePath, _ body: ([UInt8]) -> Bool) throws(FileFailure) {
    let folder = try open(below, O_RDONLY | O_DIRECTORY)
    guard let stream = fdopendir(folder.release()) else {
      throw FileFailure(doing: .list, path: below.shown, number: tondo_errno())
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8), !body(name) { return }
    }
  }
}
