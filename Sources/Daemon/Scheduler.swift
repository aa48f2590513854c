internal import Digest
internal import Files
internal import Ledger
internal import Model
internal import Publishing
internal import Reconciling
internal import Serving
internal import Synchronization
internal import Watching

/// Owns all that changes while the daemon runs: what waits, what is being done, and the ledger.
///
/// Changes come in, each only saying where to look; lanes ask for work and report how it ended. Everything in
/// between is decided by `plan`, from what the folders hold.
actor Scheduler {
  let executor = QueueExecutor("tondo.scheduler")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let root: Root
  let ledger: Ledger
  let log: Log
  let inspector: Inspector
  let publisher: Publisher
  let keeper: Keeper
  let file: SettingsFile
  let surroundings: Surroundings
  /// Counts files and ids that were looked at: long comparisons get on.
  nonisolated let steps = Atomic(0)
  var isRenewing = false
  var settings: Settings
  /// Serves the page.
  var doorway: Doorway?

  var inbox = Inbox()
  var books = Books()
  var settler = Settler()
  /// Incomplete photos, and when they are given up.
  var patience: [BytePath: Patience] = [:]
  /// Documents that somebody has open for writing, and since when.
  var writers: [BytePath: SuspendingClock.Instant] = [:]
  /// Files that the ledger holds a reason for.
  var held: Set<BytePath> = []
  var inFlight: Set<AvatarID> = []
  /// Those of them that are with a worker; the others are being published.
  var rendering: Set<AvatarID> = []
  /// Ids whose decision was begun and not ended: trouble came in between, a worker has them, or a folder is gone.
  var undecided: Set<AvatarID> = []
  /// Publications that have begun and could not be finished.
  var begun: [Begun] = []
  /// Claims whose end could not be written down.
  var unsettled: [Claim] = []
  /// What the watched folders were at the start.
  var identities: [BytePath: Root.Identity] = [:]
  /// Watched folders that are gone.
  var lost: Set<BytePath> = []
  var pause: Pause?
  /// Seconds of the last pause since something was made.
  var lastPause = 0
  var phase = Phase.starting
  var setAsideAny = false
  var waitingLanes: [CheckedContinuation<Assignment?, Never>] = []
  var idleWaiters: [CheckedContinuation<Void, Never>] = []
  var changedOnce: Set<BytePath> = []
  var timer: QueueExecutor.Alarm?
  var nextRescan: SuspendingClock.Instant?
  /// Folders to be compared with what is known of them.
  var toCompare: Set<BytePath> = []
  /// Compares them.
  var comparing: Task<Void, Never>?
  var showing = Showing()
  var vitals = Vitals() { didSet { if vitals != oldValue { try? vitals.note(in: ledger) } } }
  var tally = Tally()
  private var stagings = 0

  enum Phase { case starting, running, stopping }

  struct Patience {
    var until: SuspendingClock.Instant
    var problem: PhotoProblem
  }

  struct Begun {
    /// Nil for a renaming.
    var claim: Claim?
    var publication: Publication
    var staging: BytePath
  }

  struct Pause {
    var why: Message
    var until: SuspendingClock.Instant
    var seconds: Int
  }

  /// - Parameters:
  ///   - root: locked by this process, and ready.
  ///   - ledger: this root's.
  ///   - settings: good ones.
  ///   - file: where they were read from.
  ///   - log: where to tell what happens.
  ///   - surroundings: who else is concerned.
  init(
    root: Root, ledger: sending Ledger, settings: Settings, file: SettingsFile, log: Log,
    surroundings: Surroundings = Surroundings()
  ) {
    self.root = root
    self.ledger = ledger
    self.settings = settings
    self.file = file
    self.log = log
    self.surroundings = surroundings
    inspector = Inspector(root: root)
    publisher = Publisher(root: root)
    keeper = Keeper(root: root)
  }

  /// Finishes what a crash interrupted, and compares the folders with the ledger.
  ///
  /// Changes must be watched already. Throws `CancellationError` where this process is to stop before that is done.
  func start() async throws {
    try rememberPlaces()
    try finishInterrupted()
    try ledger.recover()
    try ledger.releaseAll()
    try ledger.note("paused", nil)
    try vitals.note(in: ledger)
    try sweepRequests()
    try Drafts.sweep(root)
    try await compareEverything()
    phase = .running
    log(.ready(files: inbox.all.count { $0.below(Places.inbox) != nil }))
    tick()
  }

  /// Takes note of where to look, and of how watching goes.
  func note(_ changes: Set<Change>, _ watching: WatchStatus? = nil) {
    guard phase == .running else { return }
    if let watching { vitals.take(watching) }
    takeNote(of: changes)
    tick()
  }

  /// Does what is due by now, and sees to it that it is called again when more is.
  func tick() {
    guard phase == .running else { return }
    endPause()
    guarded { try settleDue() }
    guarded { try giveUpDue() }
    guarded { try rescanDue() }
    guarded { try dispatch() }
    wakeIdle()
    arm()
    showSoon()
  }

  /// No new work; lanes that wait end.
  func stop() async {
    phase = .stopping
    timer?.cancel()
    showing.timer?.cancel()
    for lane in waitingLanes { lane.resume(returning: nil) }
    waitingLanes = []
    books.reader?.resume(returning: nil)
    books.reader = nil
    for waiter in idleWaiters { waiter.resume() }
    idleWaiters = []
    await comparing?.value
    // Both lead back here, and the ledger is closed, which empties its journal, once nobody holds this actor.
    doorway = nil
    ledger.onChange = { _ in }
  }

  /// So many more files or ids were looked at.
  ///
  /// Throws `CancellationError` where this process is to stop: one file alone may take long.
  func step(_ count: Int = 1) throws {
    steps.add(count, ordering: .relaxed)
    try surroundings.stopWish.check()
  }

  /// For whoever wants to know whether this actor and its ledger are stuck.
  ///
  /// Trouble with the ledger's disk is told elsewhere; it is an answer, too.
  func prove() { try? ledger.prove() }

  /// Whether anything was set aside since the start.
  var hasSetAside: Bool { setAsideAny }

  func noteFailure() {
    setAsideAny = true
    tally.failed += 1
  }

  /// A name that no earlier process used: a worker of a killed daemon may still be writing there.
  func newStaging() -> BytePath {
    stagings += 1
    return Places.staging.appending("\(Timestamp.now().stamp)-\(Processors.ownNumber)-\(stagings)".utf8)
  }

  /// The fingerprint of an id's digest and attributes under the settings in force.
  var made: @Sendable (AvatarID, String?, Attributes) -> String {
    let made = Fingerprint.under(settings)
    return { id, sha256, attributes in SHA256.of(made(id, sha256, attributes)) }
  }
}
