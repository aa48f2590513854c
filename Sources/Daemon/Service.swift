internal import Files
internal import Ledger
package import Model
internal import Publishing
internal import Supervision
internal import Synchronization
internal import Watching
internal import Workers

/// The daemon: watcher, scheduler and lanes around one root, from start to stop.
package struct Service: Sendable {
  package struct Options: Sendable {
    /// The root's path.
    package var root: [UInt8]
    /// The settings file, where it is not the root's own.
    package var config: [UInt8]?
    /// Do what is there, then stop.
    package var once: Bool
    /// Is called whenever work begins.
    var ready: @Sendable () -> Void = {}

    package init(root: [UInt8], config: [UInt8]?, once: Bool) {
      self.root = root
      self.config = config
      self.once = once
    }
  }

  /// What another process asks of this one.
  package enum Signal: Sendable {
    case stop, reload
    /// Tondo's own folder or ledger is lost while it runs: it is rebuilt as at a start.
    case renew
  }

  /// How long a stop may take.
  static let grace = Duration.seconds(8)

  /// Lanes wait without a thread; how many work at once, the scheduler says.
  static let lanes = 64

  let options: Options
  let log: Log
  let manager = ServiceManager()
  let stopWish = StopWish()
  /// Listening sockets that the service manager opened for this process.
  let handedOver: [CInt]

  package init(_ options: Options, log: Log) {
    self.options = options
    self.log = log
    handedOver = manager.listeners()
  }

  /// Works until told to stop.
  ///
  /// - Parameter signals: what is asked from outside.
  /// - Returns: whether anything was set aside.
  /// - Throws: why work cannot begin.
  package func run(signals: AsyncStream<Signal>) async throws(CommandProblem) -> Bool {
    let (requests, sender) = AsyncStream<Signal>.makeStream()
    let forwarding = Task(executorPreference: TaskThread("tondo.signals")) {
      for await signal in signals {
        // Told before anybody is busy with it.
        if case .stop = signal { announceStop() }
        sender.yield(signal)
      }
      sender.finish()
    }
    defer { forwarding.cancel() }
    var hasSetAside = false
    while true {
      let end = try await session(requests) { sender.yield(.renew) }
      hasSetAside = hasSetAside || end.hasSetAside
      if !end.renews { return hasSetAside }
      manager.tell(.reloading)
    }
  }

  private func announceStop() {
    guard stopWish.express() else { return }
    manager.tell(.stopping, status(.stopping))
  }

  private func status(_ standing: Standing) -> ServiceManager.Message {
    .status(standing.message.text(in: log.language))
  }

  private struct End {
    var renews: Bool
    var hasSetAside: Bool
  }

  /// Works until told to stop, or to begin anew.
  private func session(_ signals: AsyncStream<Signal>, renew: @escaping @Sendable () -> Void)
    async throws(CommandProblem) -> End
  {
    manager.tell(status(.starting(seen: 0)))
    let site = try Site.claimPatiently(options.root, stopWish)
    let file = SettingsFile(root: site.root, named: options.config)
    let settings = try file.read()
    log.follow(settings)
    let watcher = try watch(site.root, file)
    defer { watcher.stop() }
    let pools = try Pools(site.root, settings)
    defer { pools.stop(within: .zero) }
    let scheduler = try scheduler(site.root, settings, file, surroundings(pools, renew))
    let watchdog = watchdog(watcher, scheduler)
    defer { withExtendedLifetime(watchdog) {} }
    log(.started(root: escaped(site.root.path), workers: Self.count(settings)))
    let renews =
      try await begin(scheduler) ? await work(scheduler, watcher, pools, signals, site.root) : false
    log(.stopped)
    site.release()
    return End(renews: renews, hasSetAside: await scheduler.hasSetAside)
  }

  // MARK: Parts

  static func count(_ settings: Settings) -> Int {
    settings.workers > 0 ? settings.workers : Processors.count
  }

  private func watch(_ root: Root, _ file: SettingsFile) throws(CommandProblem) -> Watcher {
    let moreTime = MoreTime(manager, in: log.language)
    do throws(WatchFailure) {
      return try Watcher(
        root: root.path,
        areas: [Places.inbox, Places.originals, Places.avatars, Places.failed, Places.requests],
        settings: file.path
      ) { folders in
        moreTime.ask(seen: folders)
        return !stopWish.isExpressed
      }
    } catch { throw .watching(error.explanation.whole) }
  }

  /// Says how workers are less confined here than they could be.
  private func tellGaps() {
    // One that cannot even say so is told of with the first photo.
    guard let confinement: Confinement = try? WorkerPool.ask("--confinement") else { return }
    for gap in confinement.gaps { log(.unconfined(gap.explanation)) }
  }

  private func scheduler(
    _ root: Root, _ settings: Settings, _ file: SettingsFile, _ surroundings: Surroundings
  ) throws(CommandProblem) -> Scheduler {
    do throws(LedgerFailure) {
      return Scheduler(
        root: root, ledger: try OpenLedger.writable(root), settings: settings, file: file, log: log,
        surroundings: surroundings)
    } catch { throw CommandProblem(error) }
  }

  private func surroundings(_ pools: Pools, _ renew: @escaping @Sendable () -> Void) -> Surroundings {
    var surroundings = Surroundings()
    surroundings.stopWish = stopWish
    surroundings.renew = renew
    if manager.isThere { surroundings.show = { manager.tell(status($0)) } }
    surroundings.reloading = { [manager] in manager.tell(.reloading) }
    surroundings.reloaded = { [manager, log] settings in
      log.follow(settings)
      pools.resize(Self.count(settings))
      manager.tell(.ready)
    }
    return surroundings
  }

  /// Nil where nobody looks: then nothing wakes up for it.
  private func watchdog(_ watcher: Watcher, _ scheduler: Scheduler) -> Ticker? {
    guard let patience = manager.patience else { return nil }
    let thread = TaskThread("tondo.watchdog")
    let watching = Watchdog.Part(steps: { watcher.steps }, ask: { watcher.ask($0) })
    // The ledger is asked by the scheduler, which alone may use it.
    let scheduling = Watchdog.Part(steps: { scheduler.steps.load(ordering: .relaxed) }) { answer in
      Task(executorPreference: thread) {
        await scheduler.prove()
        answer()
      }
    }
    let watchdog = Watchdog([watching, scheduling]) { [manager] in manager.tell(.alive) }
    watchdog.look()
    return Ticker("tondo.watchdog.ticks", every: patience / 2) { watchdog.look() }
  }

  private func askForTime(_ scheduler: Scheduler) -> Ticker {
    let moreTime = MoreTime(manager, in: log.language)
    return Ticker("tondo.starting", every: .seconds(5)) {
      moreTime.ask(seen: scheduler.steps.load(ordering: .relaxed))
    }
  }

  /// Answers whether the work can begin; false where it is to stop before.
  private func begin(_ scheduler: Scheduler) async throws(CommandProblem) -> Bool {
    let asking = manager.isThere ? askForTime(scheduler) : nil
    do { try await scheduler.start() } catch is CancellationError {
      log(.stopping)
      return false
    } catch { throw CommandProblem(error) }
    withExtendedLifetime(asking) {}
    manager.tell(.ready)
    options.ready()
    return true
  }

  // MARK: Work

  /// Answers whether all is to begin anew.
  private func work(
    _ scheduler: Scheduler, _ watcher: Watcher, _ pools: Pools, _ signals: AsyncStream<Signal>,
    _ root: Root
  ) async -> Bool {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await follow(watcher, scheduler) }
      // Asking takes a process and its libraries: nobody waits for the answer.
      group.addTask(executorPreference: TaskThread("tondo.gaps")) { tellGaps() }
      for number in 0..<Self.lanes {
        let lane = Lane(
          scheduler: scheduler, pool: pools.photos, drawing: pools.drawings, root: root,
          publisher: Publisher(root: root))
        group.addTask(executorPreference: TaskThread("tondo.lane.\(number)")) { await lane.run() }
      }
      let books = BookIntake(root)
      group.addTask(executorPreference: TaskThread("tondo.books")) { await books.run(scheduler) }
      let doorway = await openDoor(scheduler, pools.photos, root)
      defer { doorway?.close() }
      let outside = Task(executorPreference: TaskThread("tondo.outside")) {
        await obey(signals, scheduler)
      }
      let renews: Bool
      if options.once {
        let idle = Task(executorPreference: TaskThread("tondo.once")) {
          await scheduler.untilIdle()
          outside.cancel()
        }
        renews = await outside.value
        idle.cancel()
      } else {
        renews = await outside.value
      }
      if !renews { announceStop() }
      log(.stopping)
      books.stop()
      await scheduler.stop()
      pools.stop(within: Self.grace)
      watcher.stop()
      return renews
    }
  }

  /// Nil where the ledger cannot be read beside its writer.
  private func openDoor(_ scheduler: Scheduler, _ pool: WorkerPool, _ root: Root) async -> Doorway? {
    do throws(LedgerFailure) {
      let catalogue = try Catalogue(root)
      let exhibition = Exhibition(
        scheduler: scheduler, catalogue: catalogue, uploads: Uploads(root), previews: Previews(root, pool),
        pool: pool)
      let newsroom = Newsroom(catalogue)
      let doorway = Doorway(exhibition, newsroom.hub, handedOver)
      await scheduler.tellChanges { newsroom.note($0) }
      await scheduler.serve(by: doorway)
      return doorway
    } catch {
      log(.notServing(error.explanation))
      return nil
    }
  }

  /// Hands on what the watcher noticed, and tells once of each folder that it cannot watch and polls instead.
  private func follow(_ watcher: Watcher, _ scheduler: Scheduler) async {
    var told: Set<BytePath> = []
    // What could not be watched from the start makes no change.
    await note([], of: watcher, scheduler, &told)
    for await changes in watcher.changes { await note(changes, of: watcher, scheduler, &told) }
  }

  private func note(
    _ changes: Set<Change>, of watcher: Watcher, _ scheduler: Scheduler, _ told: inout Set<BytePath>
  ) async {
    let status = watcher.status()
    for folder in status.degraded where told.insert(folder.path).inserted {
      log(.degraded(folder: folder.path.shown, folder.reason.explanation))
    }
    await scheduler.note(changes, status)
  }

  /// Ends when told to stop, or (true) to begin anew.
  private func obey(_ signals: AsyncStream<Signal>, _ scheduler: Scheduler) async -> Bool {
    for await signal in signals {
      switch signal {
      case .stop: return false
      case .renew: return true
      case .reload: await scheduler.reload()
      }
    }
    return false
  }
}
