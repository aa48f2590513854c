internal import CTondo.Linux
internal import Glibc
internal import Model

/// Wakes a thread that polls: an eventfd.
struct Bell: ~Copyable, Sendable {
  let descriptor: Int32

  init() throws(WatchFailure) {
    let made = tondo_eventfd()
    guard made >= 0 else { throw .system(doing: .makeEventfd, number: tondo_errno()) }
    descriptor = made
  }

  deinit { close(descriptor) }

  func ring() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Takes note of all that was rung so far.
  func hush() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
  }

  /// Waits until the bell is rung, at most for this long; answers whether it was.
  func isRung(within time: Duration) -> Bool {
    var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&asked, 1, Int32(time / .milliseconds(1))) == 1
  }
}
