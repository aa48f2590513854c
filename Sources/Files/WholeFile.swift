internal import CTondo.Linux
internal import Glibc
internal import Model

/// Files that lie anywhere, named by a person.
package enum WholeFile {
  /// All bytes; nil where there is no file.
  package static func read(_ path: [UInt8], atMost limit: Int) throws(FileFailure) -> [UInt8]? {
    let opened = path.withCPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    if opened < 0 {
      let number = tondo_errno()
      if number == ENOENT { return nil }
      throw FileFailure(doing: .open, path: escaped(path), number: number)
    }
    let file = Descriptor(owning: opened)
    return try file.bytes(atMost: limit, escaped(path))
  }
}
