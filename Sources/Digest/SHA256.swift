internal import CTondoDigest
internal import Model

/// A running SHA-256.
package struct SHA256: ~Copyable {
  private let state: OpaquePointer

  package init() { state = tondo_sha256_start() }

  package func add(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    tondo_digest_add(state, start, bytes.count)
  }

  /// Lower-case hexadecimal, 64 digits.
  package consuming func finish() -> String {
    var result = [UInt8](repeating: 0, count: 32)
    tondo_digest_finish(state, &result)
    discard self
    return hexadecimal(result)
  }

  deinit {
    var unused = [UInt8](repeating: 0, count: 32)
    tondo_digest_finish(state, &unused)
  }

  /// The digest of bytes at hand.
  package static func of(_ bytes: [UInt8]) -> String {
    let digest = SHA256()
    bytes.withUnsafeBytes { digest.add($0) }
    return digest.finish()
  }
}
