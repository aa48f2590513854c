internal import CTondo.Linux
internal import Glibc
internal import Model

/// Something that happens once, and that `poll` can wait for.
struct Event: ~Copyable, Sendable {
  let descriptor: Int32

  init() throws(NodeProblem) {
    descriptor = tondo_eventfd()
    guard descriptor >= 0 else {
      throw .system(doing: .makeEvent, path: "", number: tondo_errno())
    }
  }

  deinit { close(descriptor) }

  /// It has happened, for everyone who waits now or later.
  func happen() {
    var one: UInt64 = 1
    // Fails only where the counter is full: then it has happened already.
    _ = write(descriptor, &one, 8)
  }

  /// Waits until it happens or the time has come.
  func wait(until deadline: ContinuousClock.Instant) { waitUntilReadable(descriptor, until: deadline) }
}

/// Waits until a descriptor can be read or the time has come; returns whether it can be.
@discardableResult
func waitUntilReadable(_ descriptor: Int32, until deadline: ContinuousClock.Instant) -> Bool {
  while true {
    var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let found = poll(&item, 1, (deadline - .now).milliseconds)
    if found > 0 { return true }
    if found == 0 && deadline <= .now { return false }
  }
}

extension Duration {
  /// For `poll`: rounded up, so that it does not return just before; at least 0, at most a day.
  var milliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard seconds < 86_400 else { return 86_400_000 }
    return Int32(max(0, seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
  }
}
