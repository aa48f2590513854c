internal import CTondo.Linux
internal import Digest
internal import Glibc
package import Model

extension Root {
  /// A document's text and the state it was read in; nil where it is missing or no regular file.
  package func read(
    _ below: BytePath, atMost limit: Int
  ) throws(FileFailure) -> (bytes: [UInt8], signature: FileSignature)? {
    guard let file = try openFile(below) else { return nil }
    let signature = try file.signature(below.shown)
    return (try file.bytes(atMost: limit, below.shown), signature)
  }

  /// A file's last bytes; nil where it is missing or no regular file.
  package func end(of below: BytePath, atMost limit: Int) throws(FileFailure) -> [UInt8]? {
    guard let file = try openFile(below) else { return nil }
    let size = try file.signature(below.shown).size
    var bytes = [UInt8](repeating: 0, count: min(size, limit))
    let count = try posix(.read, below.shown) {
      bytes.withUnsafeMutableBytes { CInt(pread(file.raw, $0.baseAddress, $0.count, size - $0.count)) }
    }
    return Array(bytes[..<Int(count)])
  }

  /// The SHA-256 of a file's bytes; nil where it is missing or no regular file.
  package func digest(_ below: BytePath) throws(FileFailure) -> (sha256: String, signature: FileSignature)? {
    guard let file = try openFile(below) else { return nil }
    let digest = SHA256()
    let signature = try file.signature(below.shown)
    try file.read(below.shown) { digest.add($0) }
    return (digest.finish(), signature)
  }

  /// Whether some process has the file open for writing, as far as that can be told.
  package func hasWriter(_ below: BytePath) throws(FileFailure) -> Bool {
    guard let file = try openFile(below) else { return false }
    return tondo_has_writer(file.raw)
  }

  /// Waits until nobody has the file open for writing, but no longer than this.
  package func waitForWriters(_ below: BytePath, atMost patience: Duration) throws(FileFailure) {
    guard let file = try openFile(below) else { return }
    let deadline = ContinuousClock.now + patience
    while tondo_has_writer(file.raw), ContinuousClock.now < deadline { usleep(5_000) }
  }

  func openFile(_ below: BytePath) throws(FileFailure) -> Descriptor? {
    do throws(FileFailure) {
      let file = try reading(below)
      guard try file.status(below.shown).st_mode & S_IFMT == S_IFREG else { return nil }
      return file
    } catch {
      if error.namesNothing || error.number == ENXIO { return nil }
      throw error
    }
  }
}
