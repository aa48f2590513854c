internal import Digest
internal import Glibc
package import Model

/// A regular file that is open for reading, and the state that it was opened in.
package struct OpenFile: ~Copyable {
  package let signature: FileSignature
  let file: Descriptor

  fileprivate init(_ file: consuming Descriptor, _ signature: FileSignature) {
    self.file = file
    self.signature = signature
  }

  /// SHA-256 of its bytes.
  package borrowing func sha256(_ path: BytePath) throws(FileFailure) -> String {
    let digest = SHA256()
    try posix(.read, path.shown) { CInt(clamping: lseek(file.raw, 0, SEEK_SET)) }
    try file.read(path.shown) { digest.add($0) }
    return digest.finish()
  }

  /// Gives the descriptor away; the caller closes it.
  package consuming func release() -> CInt { file.release() }
}

extension Root {
  /// Opens a file to be read by somebody else; nil where it is missing or no regular file.
  package func opening(_ below: BytePath) throws(FileFailure) -> OpenFile? {
    guard let file = try openFile(below) else { return nil }
    let signature = try file.signature(below.shown)
    return OpenFile(file, signature)
  }
}
