internal import Glibc
internal import Model
internal import Synchronization

/// The watcher's thread: everything in this class happens on it alone.
final class Engine {
  typealias Instant = SuspendingClock.Instant

  let plan: Plan
  let desk: Desk
  /// Nil while the kernel gives no instance.
  var library: Library?
  var map = WatchMap()
  /// Watches of folders that have left their place, and when they are to be ended unless the folder turns up elsewhere.
  var limbo: [Int32: Instant] = [:]
  var degraded: Degraded
  /// Names to be watched for in folders, by watch.
  var sentries: [Int32: Set<Sentry>] = [:]
  /// Areas that are not there, and when to look for them next.
  var missing: [BytePath: Probing] = [:]
  /// Areas that were seen to be file systems of their own.
  var mounted: Set<BytePath> = []
  /// Where the event of a probe file is waited for, and for how long.
  var listening: [BytePath: Instant] = [:]
  var duties = Duties()
  /// What this turn noticed.
  var outbox = Pending()
  var nextPoll: Instant?
  var lastBeginning = Instant.now
  /// Events so far.
  private var taken = 0
  var overflows = 0
  var restarts = 0
  var lastFailure: WatchFailure?
  /// What the status says of degraded folders, made again only where it must be.
  private var published: (degraded: Degraded, folders: [DegradedFolder])

  init(_ plan: Plan, _ desk: Desk) {
    self.plan = plan
    self.desk = desk
    degraded = Degraded(areas: plan.areas)
    published = (degraded, [])
  }

  /// What events left to be done at the end of the turn.
  struct Duties {
    /// Whether the areas are to be looked for at their places.
    var areas = false
    /// Whether the folders watched for a name are to be found again.
    var sentries = false
    /// Folders at whose places another may be seen now.
    var folders: Set<BytePath> = []
    /// When to begin anew; until then events mean nothing.
    var restart: Instant?
  }

  /// Watches until it is stopped.
  func run() {
    do throws(WatchFailure) {
      try begin()
    } catch {
      desk.refusal.withLock { $0 = error }
      return desk.ready.ring()
    }
    missing.keys.forEach { outbox.insert(.gone($0)) }
    flush()
    desk.ready.ring()
    while !desk.isStopping { turn() }
    finish()
  }

  /// Puts up all watches, from nothing.
  func begin() throws(WatchFailure) {
    // The old instance must be closed before there is a new one.
    library = nil
    map = WatchMap()
    limbo = [:]
    sentries = [:]
    degraded = Degraded(areas: plan.areas)
    listening = [:]
    duties = Duties()
    lastBeginning = .now
    defer {
      duties.sentries = true
      checkAreas()
      outbox = Pending()
    }
    if plan.probes.hasNoInstance?() == true { throw .instances(allowed: Limits().instances) }
    library = try Library()
  }

  private func turn() {
    plan.probes.turn?()
    let before = taken
    let more = drain(plan.pace.eventsPerTurn)
    performDuties()
    if !more { endLimbo() }
    endListening()
    pollDegraded()
    probeMissing()
    restartIfDue()
    flush()
    desk.answer()
    // Events seldom come alone: a writer makes one with every block. They are let come together for a moment, so
    // that a large copy wakes nobody a thousand times.
    if !more, taken != before { wait(for: plan.pace.gathering, events: false) }
    wait(for: more || desk.isCalling ? .zero : untilNextDeadline())
  }

  /// Takes events; true where there may be more.
  private func drain(_ most: Int) -> Bool {
    for _ in 0..<most {
      guard let event = library?.next() else {
        if let failure = library?.failure { lose(failure) }
        return false
      }
      taken &+= 1
      desk.step()
      handle(event)
    }
    return true
  }

  private func lose(_ failure: SystemError) {
    lastFailure = .system(doing: .takeEvents, number: failure.number)
    requestRestart()
  }

  private func flush() {
    publish()
    guard !outbox.isEmpty else { return }
    desk.mailbox.deliver(outbox, missing: Set(missing.keys))
    outbox = Pending()
  }

  private func publish() {
    var status = WatchStatus()
    status.watches = map.count
    status.overflows = overflows
    status.restarts = restarts
    status.missing = missing.keys.sorted()
    if degraded != published.degraded {
      published = (degraded, degraded.folders(Limits()))
    }
    status.degraded = published.folders
    status.lastFailure = lastFailure
    desk.status.withLock { $0 = status }
  }

  private func wait(for time: Duration?, events: Bool = true) {
    var asked = [pollfd(fd: desk.bell.descriptor, events: Int16(POLLIN), revents: 0)]
    if events, let library { asked.append(pollfd(fd: library.descriptor, events: Int16(POLLIN), revents: 0)) }
    // All signals are blocked; whatever else ends the wait early, the next turn finds out.
    poll(&asked, nfds_t(asked.count), time.map(milliseconds) ?? -1)
    if asked[0].revents != 0 { desk.bell.hush() }
  }

  private func finish() {
    // What the kernel holds already is still told, but not what writers go on to add.
    _ = drain(65_536)
    library?.silence()
    while drain(plan.pace.eventsPerTurn) {}
    flush()
    desk.mailbox.close()
    library = nil
  }
}

/// Rounded up, so that a wait is not over just before its time.
private func milliseconds(_ time: Duration) -> Int32 {
  let (seconds, rest) = time.components
  guard seconds < 1_000_000 else { return 1_000_000_000 }
  return max(0, Int32(seconds * 1000 + (rest + 999_999_999_999_999) / 1_000_000_000_000_000))
}
