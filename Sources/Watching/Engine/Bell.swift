internal import CTondo.Linux
internal import Glibc
internal import Model

/// Wakes a thread that polls: an eventfd.
struct Bell: ~Copyable, Sendable {
  let descriptor: Int32

  init() throws(WatchFailure) {
    let made = tondo_eventfd()
    guard made >= 0 else { throw .system(doing: "make an eventfd", number: tondo_errno()) }
    descriptor = made
  }

  deinit { close(descriptor) }

  func ring() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Waits until the bell is rung, for as long as it takes.
  func wait() {
    var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&asked, 1, -1) < 1 {}
  }
}
