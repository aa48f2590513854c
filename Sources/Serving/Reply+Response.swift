internal import CTondoHTTP

extension Reply {
  /// For the library; nil where it has no memory.
  var response: OpaquePointer? {
    switch body {
    case .bytes(let bytes): tondo_http_bytes(bytes, bytes.count)
    case .file(let file): tondo_http_file(file.take(), UInt64(file.size))
    case .stream(let listener): listener.response
    case .problem: nil
    }
  }

  /// Nobody waits for it any more.
  func isNotSent() { if case .stream(let listener) = body { listener.end() } }

  /// What keeps a browser from doing more with an answer than it is for.
  static let always: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
  ]
}
