internal import CTondo.Linux
internal import Glibc
internal import Model

/// A descriptor of a folder or of a path; closes itself.
struct Handle: ~Copyable {
  let descriptor: Int32

  /// O_PATH, which Glibc's module does not show: a place in the tree, opened without touching what lies there.
  private static let pathOnly: Int32 = 0o10000000
  private static let listing = O_RDONLY | O_DIRECTORY | O_CLOEXEC

  /// A folder by its absolute path, whose links are followed: it is the administrator's.
  init(folder path: [UInt8]) throws(SystemError) {
    descriptor = try SystemError.check(
      withCString(path) { open($0, Self.pathOnly | O_DIRECTORY | O_CLOEXEC) })
  }

  /// The same for listing and watching; needs permission to read.
  init(listing path: [UInt8]) throws(SystemError) {
    descriptor = try SystemError.check(withCString(path) { open($0, Self.listing) })
  }

  /// A folder below another one, for listing and watching; no part of the path may be a link.
  init(listing path: BytePath, below root: borrowing Handle) throws(SystemError) {
    let folder = root.descriptor
    descriptor = try SystemError.check(
      withCString(path.orDot) { tondo_open_beneath(folder, $0, Self.listing | O_NOFOLLOW, 0) })
  }

  /// Whatever lies at a path, a link too; only for asking what it is.
  init(at path: BytePath, below root: borrowing Handle) throws(SystemError) {
    let folder = root.descriptor
    descriptor = try SystemError.check(
      withCString(path.orDot) { tondo_open_beneath(folder, $0, Self.pathOnly | O_NOFOLLOW, 0) })
  }

  deinit { close(descriptor) }

  func status() throws(SystemError) -> stat {
    var found = stat()
    try SystemError.check(fstat(descriptor, &found))
    return found
  }

  func identity() throws(SystemError) -> FolderIdentity {
    let found = try status()
    return FolderIdentity(device: UInt64(found.st_dev), inode: UInt64(found.st_ino))
  }
}

/// Tells one folder from another wherever it is moved.
struct FolderIdentity: Hashable, Sendable {
  var device: UInt64
  var inode: UInt64
}

/// errno of a call that failed.
struct SystemError: Error, Hashable, Sendable {
  var number: Int32

  /// Whether it says that nothing lies there, or something of another kind than was looked for.
  var isAbsence: Bool { number == ENOENT || number == ENOTDIR || number == ELOOP }

  @discardableResult
  static func check(_ result: Int32) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(number: tondo_errno()) }
    return result
  }
}

/// Lends the bytes with a NUL behind them.
func withCString<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
  (bytes + [0]).withUnsafeBufferPointer { buffer in
    buffer.withMemoryRebound(to: CChar.self) { text in
      guard let start = text.baseAddress else {
        preconditionFailure("an array with a NUL in it has an address")
      }
      return body(start)
    }
  }
}

extension BytePath {
  /// As system calls want it: the folder itself is `.`.
  fileprivate var orDot: [UInt8] { bytes.isEmpty ? [UInt8(ascii: ".")] : bytes }
}
