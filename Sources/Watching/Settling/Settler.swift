package import Model

/// Remembers since when files have been as they are.
///
/// A value; what time it is, its caller says.
///
/// Instants are of the clock that stands still while the machine sleeps: a writer sleeps then, too.
package struct Settler: Sendable {
  /// A point of the monotonic clock.
  package typealias Instant = SuspendingClock.Instant

  /// A file that has been in this state for long enough.
  package struct Settled: Hashable, Sendable {
    package var path: BytePath
    package var signature: FileSignature
  }

  private struct State {
    var signature: FileSignature
    var since: Instant
  }

  private var states: [BytePath: State] = [:]
  /// By age, with entries of files that have changed since or are forgotten; those are passed over.
  private var queue = AgeQueue()

  package init() {}

  /// How many files are being waited for.
  package var count: Int { states.count }

  /// Takes what a look at the file found; where size, times or inode differ from the last look, its time starts anew.
  package mutating func observe(_ path: BytePath, _ signature: FileSignature, at now: Instant) {
    guard states[path]?.signature != signature else { return }
    states[path] = State(signature: signature, since: now)
    queue.push(AgeQueue.Entry(since: now, path: path))
    // So that a file that changes all day does not fill the memory.
    if queue.count > 2 * states.count + 64 { rebuild() }
  }

  /// Stops waiting for the file.
  package mutating func forget(_ path: BytePath) { states[path] = nil }

  /// Since when the file has not been seen to change; nil where it is not being waited for.
  package func unchangedSince(_ path: BytePath) -> Instant? { states[path]?.since }

  /// What the last look found; nil where the file is not being waited for.
  package func signature(of path: BytePath) -> FileSignature? { states[path]?.signature }

  /// Whether the file has been unchanged for at least this long.
  package func isSettled(_ path: BytePath, at now: Instant, for quiet: Duration) -> Bool {
    states[path].map { $0.since.advanced(by: quiet) <= now } ?? false
  }

  /// Removes and returns what has been unchanged for at least this long, the longest unchanged first.
  package mutating func takeSettled(at now: Instant, after quiet: Duration) -> [Settled] {
    var settled: [Settled] = []
    while let oldest = oldest(), oldest.since.advanced(by: quiet) <= now {
      queue.pop()
      guard let state = states.removeValue(forKey: oldest.path) else { continue }
      settled.append(Settled(path: oldest.path, signature: state.signature))
    }
    return settled
  }

  /// The files that are being waited for, in no order.
  package var paths: some Collection<BytePath> & Sendable { states.keys }

  /// When the next file will have been unchanged for this long; nil where none is being waited for.
  package mutating func nextDeadline(after quiet: Duration) -> Instant? {
    oldest()?.since.advanced(by: quiet)
  }

  private mutating func oldest() -> AgeQueue.Entry? {
    while let first = queue.first {
      if states[first.path]?.since == first.since { return first }
      queue.pop()
    }
    return nil
  }

  private mutating func rebuild() {
    queue = AgeQueue(states.map { AgeQueue.Entry(since: $1.since, path: $0) })
  }
}
