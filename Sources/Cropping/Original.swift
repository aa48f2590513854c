internal import CTondoSandbox
internal import Digest
internal import Glibc
internal import Model

/// The original's bytes, read once: what is hashed is what is decoded, whatever happens to the file meanwhile.
struct Original: ~Copyable {
  private let file: CInt
  private let found: FileStamp
  let bytes: UnsafeRawBufferPointer
  let sha256: String
  private let workroom: Workroom
  private let room: UnsafeMutableRawBufferPointer

  /// Reads an open file from its start, where it is a regular one; it must stay open as long as this.
  init(_ file: CInt, limits: Limits, in workroom: Workroom) throws(PhotoProblem) {
    let found = try FileStamp(of: file)
    guard found.isRegular else {
      throw .notAPhoto(looksLike: Message(found.isFolder ? "looks.folder" : "looks.special"))
    }
    guard found.size > 0 else { throw .empty }
    guard found.size <= limits.bytes else { throw .tooManyBytes(found.size, limit: limits.bytes) }
    guard let room = workroom.take(found.size) else { throw .tooMuchMemory(limit: limits.memory) }
    let bytes = UnsafeMutableRawBufferPointer(rebasing: room[..<found.size])
    do throws(PhotoProblem) {
      sha256 = try Self.fill(bytes, from: file)
    } catch {
      workroom.giveBack(room)
      throw error
    }
    self.file = file
    self.found = found
    self.bytes = UnsafeRawBufferPointer(bytes)
    self.workroom = workroom
    self.room = room
  }

  deinit { workroom.giveBack(room) }

  /// Whether the file is still the one that was read.
  borrowing func check() throws(PhotoProblem) {
    guard try FileStamp(of: file) == found else { throw .changedMeanwhile }
  }

  /// Reads and hashes in steps that stay in the processor's cache in between.
  private static func fill(
    _ room: UnsafeMutableRawBufferPointer, from file: CInt
  ) throws(PhotoProblem) -> String {
    let digest = SHA256()
    var done = 0
    while done < room.count {
      let count = read(file, room.baseAddress?.advanced(by: done), min(256 << 10, room.count - done))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(number: errno) }
      guard count > 0 else { throw .changedMeanwhile }
      digest.add(UnsafeRawBufferPointer(rebasing: room[done..<(done + count)]))
      done += count
    }
    return digest.finish()
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

  init(of file: CInt) throws(PhotoProblem) {
    var status = stat()
    guard tondo_file_status(file, &status) == 0 else { throw .unreadable(number: errno) }
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    inode = status.st_ino
    size = status.st_size
    modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
  }
}
