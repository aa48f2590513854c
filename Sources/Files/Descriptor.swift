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
    try posix("look at", path()) { fstat(raw, &result) }
    return result
  }

  func signature(_ path: @autoclosure () -> String) throws(FileFailure) -> FileSignature {
    FileSignature(try status(path()))
  }

  func sync(_ path: @autoclosure () -> String) throws(FileFailure) {
    try posix("write to disk", path()) { fsync(raw) }
  }

  /// All bytes; EFBIG where there are more than `limit`, which a file's size does not always tell.
  func bytes(atMost limit: Int, _ path: @autoclosure () -> String) throws(FileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(max(0, try signature(path()).size), limit))
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = Int(
        try posix("read", path()) {
          piece.withUnsafeMutableBytes { CInt(Glibc.read(raw, $0.baseAddress, $0.count)) }
        })
      if count == 0 { return bytes }
      bytes += piece[..<count]
      if bytes.count > limit { throw FileFailure(doing: "read", path: path(), number: EFBIG) }
    }
  }

  /// Reads to the end, a piece at a time.
  func read(_ path: @autoclosure () -> String, each: (UnsafeRawBufferPointer) -> Void) throws(FileFailure) {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { piece.deallocate() }
    while true {
      let count = Int(try posix("read", path()) { CInt(Glibc.read(raw, piece.baseAddress, piece.count)) })
      if count == 0 { return }
      each(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer, _ path: @autoclosure () -> String) throws(FileFailure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Int(
        try posix("write", path()) { CInt(Glibc.write(raw, rest.baseAddress, min(rest.count, 1 << 30))) })
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
