internal import Glibc

/// A thread of the system: the library under the watcher must always be called by the same one, which a task's is not.
struct Thread: Sendable {
  private let thread: pthread_t

  /// Starts a thread with no signal let through; throws errno.
  ///
  /// `name` has at most 15 bytes.
  init(named name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let work = Unmanaged.passRetained(Work(name, body))
    let (number, made) = withoutSignals {
      var made = pthread_t()
      return (pthread_create(&made, nil, perform, work.toOpaque()), made)
    }
    guard number == 0 else {
      work.release()
      throw SystemError(number: number)
    }
    thread = made
  }

  /// Waits until the thread has ended; to be called once.
  func join() { pthread_join(thread, nil) }

}

/// What the thread runs: the work that its maker has kept for it.
private func perform(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
  rename(work.name)
  work.body()
  return nil
}

/// Names the calling thread, for `top` and debuggers; it does without where it can't.
private func rename(_ name: String) {
  guard let file = fopen("/proc/thread-self/comm", "we") else { return }
  fputs(name, file)
  fclose(file)
}

private final class Work: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(_ name: String, _ body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }
}

/// A thread inherits what its maker has blocked.
private func withoutSignals<Result>(_ body: () -> Result) -> Result {
  var all = sigset_t()
  var before = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_BLOCK, &all, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  return body()
}
