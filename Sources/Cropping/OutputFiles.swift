internal import Digest
internal import Glibc
internal import Model

/// The files that a request has made so far; whoever gives up takes them away again.
struct OutputFiles: ~Copyable {
  private var made: [WirePath] = []

  /// Creates a file with these bytes; a name that is taken is an error, whatever it leads to.
  mutating func write(_ bytes: [UInt8], to path: WirePath) throws(NodeProblem) {
    let number = withPath(path) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644) }
    guard number >= 0 else { throw Self.problem("create", path) }
    defer { close(number) }
    made.append(path)
    guard fchmod(number, 0o644) == 0 else { throw Self.problem("set the mode of", path) }
    try Self.write(bytes, number, path)
  }

  consuming func removeAll() {
    for path in made { _ = withPath(path) { unlink($0) } }
  }

  private static func write(_ bytes: [UInt8], _ number: CInt, _ path: WirePath) throws(NodeProblem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw problem("write", path) }
      rest = rest.dropFirst(count)
    }
  }

  private static func problem(_ doing: String, _ path: WirePath) -> NodeProblem {
    .system(doing: doing, path: escaped(path.bytes), number: errno)
  }
}
