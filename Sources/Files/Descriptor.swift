internal import CTondo.Linux
internal import Glibc
internal import Model

/// An open file or folder, closed with its owner.
package struct Descriptor: ~Copyable, Sendable {
  package let raw: CInt

  init(owning raw: CInt) { self.raw = raw }

  deinit { close(raw) }

  /// Gives the descriptor away; the caller closes it.
  consuming func release() -> CInt {
    let given = raw
    discard self
    return given
  }

  func status(_ path: @autoclosure () -> String) throws(FileFailure) -> stat {
    var result = stat()
    try posix(.lookAt, path()) { fstat(raw, &result) }
    return result
  }

  /// Of a name in this folder, itself where it is a link.
  func status(of name: [UInt8], _ path: @autoclosure () -> String) throws(FileFailure) -> stat {
    var result = stat()
    try posix(.lookAt, path()) { name.withCPath { fstatat(raw, $0, &result, AT_SYMLINK_NOFOLLOW) } }
    return result
  }

  func signature(_ path: @autoclosure () -> String) throws(FileFailure) -> FileSignature {
    FileSignature(try status(path()))
  }

  func sync(_ path: @autoclosure () -> String) throws(FileFailure) {
    try posix(.writeToDisk, path()) { fsync(raw) }
  }

  /// All bytes; EFBIG where there are more than `limit`, which a file's size does not always tell.
  func bytes(atMost limit: Int, _ path: @autoclosure () -> String) throws(FileFailure) -> [UInt8] {
    // One more than there are, so that the end is seen at once. Files of the kernel say that they are empty, and can be
    // read only in one piece.
    let size = max(try signature(path()).size, 1 << 12)
    var bytes = [UInt8](repeating: 0, count: min(size, limit) + 1)
    var length = 0
    while true {
      let count = Int(
        try posix(.read, path()) {
          bytes.withUnsafeMutableBytes { buffer in
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[length...])
            return CInt(Glibc.read(raw, rest.baseAddress, rest.count))
          }
        })
      length += count
      if count == 0 { return Array(bytes[..<length]) }
      if length > limit { throw FileFailure(doing: .read, path: path(), number: EFBIG) }
      if length == bytes.count { bytes += [UInt8](repeating: 0, count: max(length, 1 << 14)) }
    }
  }

  /// Reads to the end, a piece at a time.
  func read(_ path: @autoclosure () -> String, each: (UnsafeRawBufferPointer) -> Void) throws(FileFailure) {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { piece.deallocate() }
    while true {
      let count = Int(try posix(.read, path()) { CInt(Glibc.read(raw, piece.baseAddress, piece.count)) })
      if count == 0 { return }
      each(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
  }

  func write(_ bytes: [UInt8], _ path: String) throws(FileFailure) {
    var failure: FileFailure?
    bytes.withUnsafeBytes { bytes in
      do throws(FileFailure) { try write(bytes, path) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  func write(_ bytes: UnsafeRawBufferPointer, _ path: @autoclosure () -> String) throws(FileFailure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Int(
        try posix(.write, path()) { CInt(Glibc.write(raw, rest.baseAddress, min(rest.count, 1 << 30))) })
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}

extension FileSignature {
  init(_ status: stat) {
    self.init(
      inode: UInt64(status.st_ino), size: Int(status.st_size),
      modified: Self.nanoseconds(status.st_mtim), changed: Self.nanoseconds(status.st_ctim))
  }

  /// Wraps around for dates beyond 2262, which a file may bear: they tell states apart all the same.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
