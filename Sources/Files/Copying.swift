internal import CTondo.Linux
internal import Glibc
package import Model

extension Draft {
  /// Takes all bytes of an open file, in place of what it holds: shared with it where the file system can do that, else
  /// copied.
  package func fill(from source: borrowing OpenFile, _ name: BytePath) throws(FileFailure) {
    try empty()
    if tondo_clone(source.file.raw, file.raw) == 0 { return }
    let raw = source.file.raw
    try posix(.read, name.shown) { CInt(clamping: lseek(raw, 0, SEEK_SET)) }
    if try copyInKernel(from: raw) { return }
    var failure: FileFailure?
    try source.file.read(name.shown) { piece in
      guard failure == nil else { return }
      do throws(FileFailure) { try file.write(piece, path.shown) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Forgets all that was added.
  package func empty() throws(FileFailure) { try cut(to: 0) }

  /// Forgets what was added behind so many bytes.
  package func cut(to length: Int) throws(FileFailure) {
    let raw = file.raw
    try posix(.empty, path.shown) { ftruncate(raw, length) }
    try posix(.empty, path.shown) { CInt(clamping: lseek(raw, length, SEEK_SET)) }
  }

  /// Answers false where the two file systems cannot do that, before anything was copied.
  private func copyInKernel(from source: CInt) throws(FileFailure) -> Bool {
    var hasBegun = false
    while true {
      let count = tondo_copy(source, file.raw, 1 << 30)
      // Nothing at first: an empty file, or one of the kernel's own that does not say how long it is.
      if count == 0 { return hasBegun }
      if count > 0 {
        hasBegun = true
        continue
      }
      let number = tondo_errno()
      if number == EINTR { continue }
      if !hasBegun, Self.incapable.contains(number) { return false }
      throw FileFailure(doing: .write, path: path.shown, number: number)
    }
  }

  private static let incapable = [EXDEV, EINVAL, EOPNOTSUPP, ENOSYS, EBADF, EPERM]
}

extension Root {
  /// The bytes that are free where a folder lies, for this process.
  package func freeSpace(_ folder: BytePath) throws(FileFailure) -> Int {
    let opened = try open(folder, O_RDONLY | O_DIRECTORY)
    return Int(clamping: tondo_free_space(opened.raw))
  }
}
