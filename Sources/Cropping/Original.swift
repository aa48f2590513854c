internal import Digest
internal import Glibc
internal import Model

/// The original's bytes, read once: what is hashed is what is decoded, whatever happens to the file meanwhile.
struct Original: ~Copyable {
  private let descriptor: Descriptor
  private let found: FileStamp
  let bytes: UnsafeRawBufferPointer
  let sha256: String

  /// Opens and reads a regular file, never through a link.
  init(_ path: WirePath, limits: Limits) throws(PhotoProblem) {
    let descriptor = try Descriptor(reading: path)
    let found = try descriptor.stamp()
    guard found.isRegular else {
      throw .notAPhoto(looksLike: found.isFolder ? "a folder" : "a special file")
    }
    guard found.size > 0 else { throw .empty }
    guard found.size <= limits.bytes else { throw .tooManyBytes(found.size, limit: limits.bytes) }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: found.size, alignment: 64)
    do throws(PhotoProblem) {
      sha256 = try descriptor.fill(room)
    } catch {
      room.deallocate()
      throw error
    }
    self.descriptor = descriptor
    self.found = found
    bytes = UnsafeRawBufferPointer(room)
  }

  deinit { bytes.deallocate() }

  /// Whether the file is still the one that was read.
  borrowing func check() throws(PhotoProblem) {
    guard try descriptor.stamp() == found else { throw .changedMeanwhile }
  }
}

/// What changes when a file does.
struct FileStamp: Equatable {
  let isRegular: Bool
  let isFolder: Bool
  let inode: UInt
  let size: Int
  let modified: [Int]
  let changed: [Int]

  init(_ status: stat) {
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    inode = status.st_ino
    size = status.st_size
    modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
  }
}

/// A file descriptor that closes itself.
private struct Descriptor: ~Copyable {
  private let number: CInt

  init(reading path: WirePath) throws(PhotoProblem) {
    let number = withPath(path) { open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    guard number >= 0 else { throw .unreadable(number: errno) }
    self.number = number
  }

  deinit { close(number) }

  borrowing func stamp() throws(PhotoProblem) -> FileStamp {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .unreadable(number: errno) }
    return FileStamp(status)
  }

  /// Reads and hashes in steps that stay in the processor's cache in between.
  borrowing func fill(_ room: UnsafeMutableRawBufferPointer) throws(PhotoProblem) -> String {
    let digest = SHA256()
    var done = 0
    while done < room.count {
      let count = read(number, room.baseAddress?.advanced(by: done), min(256 << 10, room.count - done))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(number: errno) }
      guard count > 0 else { throw .changedMeanwhile }
      digest.add(UnsafeRawBufferPointer(rebasing: room[done..<(done + count)]))
      done += count
    }
    return digest.finish()
  }
}

/// Hands a path's bytes to a system call.
func withPath<Result>(_ path: WirePath, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
  (path.bytes + [0]).withUnsafeBufferPointer { bytes in
    bytes.withMemoryRebound(to: CChar.self) { text in
      guard let start = text.baseAddress else { preconditionFailure("the closing NUL is there") }
      return body(start)
    }
  }
}
