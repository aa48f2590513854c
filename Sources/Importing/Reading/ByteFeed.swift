package import Files
package import Model

/// Where a stream has its bytes from.
package protocol ByteFeed: AnyObject {
  /// The next bytes; none at the end, and from then on.
  func piece() throws(CommandProblem) -> [UInt8]
}

/// A file.
package final class FileFeed: ByteFeed {
  private static let size = 1 << 18

  private let file: NamedFile

  package init(_ file: NamedFile) { self.file = file }

  package func piece() throws(CommandProblem) -> [UInt8] {
    do throws(FileFailure) { return try file.read(atMost: Self.size) } catch { throw .node(error.problem) }
  }
}

/// Bytes that are there already, given out in pieces of some size.
package final class MemoryFeed: ByteFeed {
  private var rest: ArraySlice<UInt8>
  private let size: Int

  package init(_ bytes: [UInt8], pieces size: Int = 1 << 18) {
    rest = bytes[...]
    self.size = size
  }

  package func piece() -> [UInt8] {
    let piece = Array(rest.prefix(size))
    rest = rest.dropFirst(size)
    return piece
  }
}
