internal import CTondo.Systemd
internal import Glibc

/// systemd's journal, which keeps entries of many fields.
package enum Journal {
  /// One `NAME=value` of an entry.
  package typealias Field = (name: String, value: String)

  /// Whether standard error leads there.
  ///
  /// `$JOURNAL_STREAM` names the device and inode of the journal's stream; a standard error that was redirected since is
  /// another file.
  package static var isStandardError: Bool {
    guard let stream = getenv("JOURNAL_STREAM"), isReachable else { return false }
    var found = stat()
    guard fstat(STDERR_FILENO, &found) == 0 else { return false }
    return String(cString: stream) == "\(found.st_dev):\(found.st_ino)"
  }

  /// In a root folder of its own a service may have the stream and not this; sending would fail without a word.
  private static var isReachable: Bool { access("/run/systemd/journal/socket", W_OK) == 0 }

  /// Adds an entry; answers whether the journal took it.
  package static func add(_ fields: [Field]) -> Bool {
    let texts = fields.map { Array("\($0.name)=\($0.value)".utf8) }
    var bytes = Array(texts.joined())
    return bytes.withUnsafeMutableBytes { all in
      var rest = all[...]
      let pieces = texts.map { text in
        let piece = UnsafeMutableRawBufferPointer(rebasing: rest.prefix(text.count))
        rest = rest.dropFirst(text.count)
        return iovec(iov_base: piece.baseAddress, iov_len: piece.count)
      }
      return sd_journal_sendv(pieces, Int32(pieces.count)) == 0
    }
  }
}
