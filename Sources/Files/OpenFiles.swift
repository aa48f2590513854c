internal import CTondo.Linux
internal import Glibc
package import Model

/// Files that were opened to be handed to another process; they close with their owner.
package struct OpenFiles: ~Copyable, Sendable {
  /// In the order in which they were added.
  package private(set) var descriptors: [CInt] = []

  package init() {}

  deinit { for descriptor in descriptors { close(descriptor) } }

  package mutating func add(_ file: consuming Descriptor) { descriptors.append(file.release()) }
}

extension Root {
  /// Opens a file to read it.
  package func reading(_ below: BytePath) throws(FileFailure) -> Descriptor {
    // O_NONBLOCK: a FIFO put here must not hold us up.
    try open(below, O_RDONLY | O_NONBLOCK | O_NOCTTY)
  }
}

extension Descriptor {
  /// Opens a file that a person named, to read it; never by way of a link.
  package init(reading path: [UInt8]) throws(FileFailure) {
    self.init(
      owning: try posix(.open, escaped(path)) {
        path.withCPath { open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
      })
  }
}
