internal import CTondo.Linux
internal import Glibc
internal import Model

/// A file in memory that has no name: another process fills it, and this one reads it.
package struct MemoryFile: ~Copyable, Sendable {
  private let file: Descriptor

  package init() throws(FileFailure) {
    file = Descriptor(owning: try posix(.makeMemoryFile, Self.name) { tondo_memory_file() })
  }

  private static let name = "memory"

  /// The same open file once more, for whoever fills it.
  package borrowing func handle() throws(FileFailure) -> Descriptor {
    let raw = file.raw
    return Descriptor(owning: try posix(.open, Self.name) { fcntl(raw, F_DUPFD_CLOEXEC, 0) })
  }

  /// All that is in it.
  package borrowing func bytes() throws(FileFailure) -> [UInt8] {
    let raw = file.raw
    try posix(.read, Self.name) { CInt(clamping: lseek(raw, 0, SEEK_SET)) }
    return try file.bytes(atMost: .max - 1, Self.name)
  }
}
