internal import Glibc
package import Model

/// What a person named, by whatever way it is reached: read from its beginning, a piece at a time.
package final class NamedFile: Sendable {
  package enum Kind: Sendable {
    case file, folder, other
  }

  package let kind: Kind
  private let file: Descriptor
  /// For people.
  private let name: String

  /// Opens it without waiting for somebody to write into it.
  package convenience init(opening path: [UInt8]) throws(FileFailure) {
    let opened = try posix(.open, escaped(path)) {
      path.withCPath { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    }
    try self.init(Descriptor(owning: opened), name: escaped(path))
  }

  /// The same below a root, never by way of a link.
  package convenience init(_ root: Root, _ below: BytePath) throws(FileFailure) {
    try self.init(root.reading(below), name: below.shown)
  }

  private init(_ file: consuming Descriptor, name: String) throws(FileFailure) {
    switch try file.status(name).st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    default: kind = .other
    }
    self.file = file
    self.name = name
  }

  /// The next bytes; none at the end.
  package func read(atMost count: Int) throws(FileFailure) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: count)
    let length = try posix(.read, name) {
      piece.withUnsafeMutableBytes { CInt(Glibc.read(file.raw, $0.baseAddress, $0.count)) }
    }
    piece.removeLast(count - Int(length))
    return piece
  }

  /// Begins anew.
  package func rewind() throws(FileFailure) {
    try posix(.read, name) { CInt(clamping: lseek(file.raw, 0, SEEK_SET)) }
  }
}
