internal import Glibc
package import Model

/// What a look at a path that is no folder found.
package struct ScannedFile: Hashable, Sendable {
  /// What lies at a path that is no folder.
  package enum Kind: Hashable, Sendable {
    case regular, symlink, fifo, socket, device
  }

  /// Below the root.
  package var path: BytePath
  package var kind: Kind
  package var signature: FileSignature
  /// How many names the file has.
  package var links: Int

  package init(path: BytePath, kind: Kind, signature: FileSignature, links: Int) {
    self.path = path
    self.kind = kind
    self.signature = signature
    self.links = links
  }
}

/// A folder that could not be listed, or not wholly.
///
/// What is not reported of it is not for that reason gone.
package struct ScanFailure: Error, Hashable, Sendable {
  /// The folder, below the root.
  package var path: BytePath
  /// errno.
  package var number: Int32

  package init(path: BytePath, number: Int32) {
    self.path = path
    self.number = number
  }
}

/// What lies at one path.
package enum Look: Hashable, Sendable {
  case missing
  case folder
  case file(ScannedFile)
  /// It cannot be told; the value is errno.
  case unreadable(Int32)
}

extension ScannedFile {
  /// Nil for a folder.
  init?(_ path: BytePath, _ found: stat) {
    guard let kind = Kind(found.st_mode) else { return nil }
    self.init(path: path, kind: kind, signature: FileSignature(found), links: Int(found.st_nlink))
  }
}

extension ScannedFile.Kind {
  init?(_ mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFLNK: self = .symlink
    case S_IFIFO: self = .fifo
    case S_IFSOCK: self = .socket
    case S_IFDIR: return nil
    default: self = .device
    }
  }
}

extension FileSignature {
  init(_ found: stat) {
    self.init(
      inode: UInt64(found.st_ino), size: Int(found.st_size), modified: nanoseconds(found.st_mtim),
      changed: nanoseconds(found.st_ctim))
  }
}

/// Wraps around for times beyond the year 2262, which anyone can give a file: it need only tell states apart.
private func nanoseconds(_ time: timespec) -> Int64 {
  Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}
