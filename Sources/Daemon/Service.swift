internal import Files
internal import Ledger
package import Model
internal import Publishing
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

  package init(_ options: Options, log: Log) {
    self.options = options
    self.log = log
  }

  /// Works until told to stop.
  ///
  /// - Parameters:
  ///   - signals: what is asked from outside.
  ///   - ready: called once watches stand and the first comparison is done.
  /// - Returns: whether anything was set aside.
  /// - Throws: why work cannot begin.
  package func run(
    signals: AsyncStream<Signal>, ready: @Sendable () -> Void = {}
  ) async throws(CommandProblem) -> Bool {
    let (requests, sender) = AsyncStream<Signal>.makeStream()
    let forwarding = Task(executorPreference: TaskThread("tondo.signals")) {
      for await signal in signals { sender.yield(signal) }
      sender.finish()
    }
    defer { forwarding.cancel() }
    var hasSetAside = false
    while true {
      let end = try await session(requests, ready) { sender.yield(.renew) }
      hasSetAside = hasSetAside || end.hasSetAside
      if !end.renews { return hasSetAside }
    }
  }

  private struct End {
    var renews: Bool
    var hasSetAside: Bool
  }

  /// Works until told to stop, or to begin anew.
  private func session(
    _ signals: AsyncStream<Signal>, _ ready: @Sendable () -> Void, renew: @escaping @Sendable () -> Void
  ) async throws(CommandProblem) -> End {
    let site = try Site.claim(options.root)
    let file = SettingsFile(root: site.root, named: options.config)
    let settings = try file.read()
    let watcher = try watch(site.root, file)
    defer { watcher.stop() }
    let pool = try workers(site.root, settings)
    defer { pool.stop(within: .zero) }
    let scheduler = try scheduler(site.root, settings, file, renew)
    log(.started(root: escaped(site.root.path), workers: Self.count(settings)))
    try await begin(scheduler)
    ready()
    let renews = await work(scheduler, watcher, pool, signals, site.root)
    log(.stopped)
    site.release()
    return End(renews: renews, hasSetAside: await scheduler.hasSetAside)
  }

  // MARK: Parts

  static func count(_ settings: Settings) -> Int {
    settings.workers > 0 ? settings.workers : Processors.count
  }

  private func watch(_ root: Root, _ file: SettingsFile) throws(CommandProblem) -> Watcher {
    do throws(WatchFailure) {
      return try Watcher(
        root: root.path,
        areas: [Places.inbox, Places.originals, Places.avatars, Places.failed, Places.requests],
        settings: file.path)
    } catch { throw .watching("\(error.english.problem). \(error.english.remedy)") }
  }

  private func workers(_ root: Root, _ settings: Settings) throws(CommandProblem) -> WorkerPool {
    do throws(NodeProblem) {
      // Told now rather than with the first photo.
      try WorkerPool.refuseMissing()
      return try WorkerPool(
        executable: WorkerPool.executable(), folder: root.path, count: Self.count(settings))
    } catch { throw .node(error) }
  }

  private func scheduler(
    _ root: Root, _ settings: Settings, _ file: SettingsFile, _ renew: @escaping @Sendable () -> Void
  ) throws(CommandProblem) -> Scheduler {
    do throws(LedgerFailure) {
      return Scheduler(
        root: root, ledger: try OpenLedger.writable(root), settings: settings, file: file, log: log,
        renew: renew)
    } catch { throw CommandProblem(error) }
  }

  private func begin(_ scheduler: Scheduler) async throws(CommandProblem) {
    do { try await scheduler.start() } catch { throw CommandProblem(error) }
  }

  // MARK: Work

  /// Answers whether all is to begin anew.
  private func work(
    _ scheduler: Scheduler, _ watcher: Watcher, _ pool: WorkerPool, _ signals: AsyncStream<Signal>,
    _ root: Root
  ) async -> Bool {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await follow(watcher, scheduler) }
      for number in 0..<Self.lanes {
        let lane = Lane(scheduler: scheduler, pool: pool, root: root, publisher: Publisher(root: root))
        group.addTask(executorPreference: TaskThread("tondo.lane.\(number)")) { await lane.run() }
      }
      let outside = Task(executorPreference: TaskThread("tondo.outside")) {
        await obey(signals, scheduler, pool)
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
      log(.stopping)
      await scheduler.stop()
      pool.stop(within: Self.grace)
      watcher.stop()
      return renews
    }
  }

  /// Hands on what the watcher noticed, and tells once of each folder that it cannot watch and polls instead.
  private func follow(_ watcher: Watcher, _ scheduler: Scheduler) async {
    var told: Set<BytePath> = []
    for await changes in watcher.changes {
      for folder in watcher.status().degraded where told.insert(folder.path).inserted {
        log(.degraded(folder: folder.path.shown, folder.reason.english))
      }
      await scheduler.note(changes)
    }
  }

  /// Ends when told to stop, or (true) to begin anew.
  private func obey(_ signals: AsyncStream<Signal>, _ scheduler: Scheduler, _ pool: WorkerPool) async -> Bool
  {
    for await signal in signals {
      switch signal {
      case .stop: return false
      case .renew: return true
      case .reload:
        if let settings = await scheduler.reload() { pool.resize(Self.count(settings)) }
      }
    }
    return false
  }
}
