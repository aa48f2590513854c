internal import Glibc
internal import Synchronization

/// An open file on its way to a client.
package final class HandedFile: Sendable {
  package let size: Int
  private let descriptor: Mutex<CInt>

  /// The open file becomes this one's.
  package init(_ descriptor: CInt, size: Int) {
    self.descriptor = Mutex(descriptor)
    self.size = size
  }

  /// Gives the file away, once.
  func take() -> CInt {
    descriptor.withLock { descriptor in
      defer { descriptor = -1 }
      return descriptor
    }
  }

  deinit { descriptor.withLock { if $0 >= 0 { close($0) } } }
}
