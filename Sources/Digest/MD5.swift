internal import CTondoDigest

/// A running MD5, which is no protection: a vCard's crop names by it the photo that it is meant for.
package struct MD5: ~Copyable {
  private let state: OpaquePointer

  package init() { state = tondo_md5_start() }

  package func add(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    tondo_digest_add(state, start, bytes.count)
  }

  /// 16 bytes.
  package consuming func finish() -> [UInt8] {
    var result = [UInt8](repeating: 0, count: 16)
    tondo_digest_finish(state, &result)
    discard self
    return result
  }

  deinit {
    var unused = [UInt8](repeating: 0, count: 16)
    tondo_digest_finish(state, &unused)
  }

  /// The digest of bytes at hand.
  package static func of(_ bytes: [UInt8]) -> [UInt8] {
    let digest = MD5()
    bytes.withUnsafeBytes { digest.add($0) }
    return digest.finish()
  }
}
