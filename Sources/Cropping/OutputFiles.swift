internal import Glibc
internal import Model

extension RenderRequest.Target {
  /// Fills the open file that was made for it.
  func write(_ bytes: [UInt8], to open: CInt) throws(NodeProblem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(open, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .system(doing: .write, path: escaped(file.bytes), number: errno) }
      rest = rest.dropFirst(count)
    }
  }
}
