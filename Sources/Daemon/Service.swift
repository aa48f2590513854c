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
  package enum Signal: Sendable { case stop, reload }

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
    let site = try Site.claim(options.root)
    let file = SettingsFile(root: site.root, named: options.config)
    let settings = try file.read()
    let watcher = try watch(site.root, file)
    defer { watcher.stop() }
    let pool = try workers(site.root, settings)
    defer { pool.stop(within: .zero) }
    let scheduler = try scheduler(site.root, settings, file)
    log(.started(root: escaped(site.root.path), workers: Self.count(settings)))
    try await begin(scheduler)
    ready()
    await work(scheduler, watcher, pool, signals, site.root)
    log(.stopped)
    site.release()
    return await scheduler.hasSetAside
  }

  // MARK: Parts

  static func count(_ settings: Settings) -> Int {
    settings.workers > 0 ? settings.workers : Processors.count
  }

  private func watch(_ root: Root, _ file: SettingsFile) throws(CommandProblem) -> Watcher {
    do throws(WatchFailure) {
      return try Watcher(
        root: root.path, areas: [Places.inbox, Places.originals, Places.avatars, Places.failed, Places.requests],
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
    _ root: Root, _ settings: Settings, _ file: SettingsFile
  ) throws(CommandProblem) -> Scheduler {
    do throws(LedgerFailure) {
      return Scheduler(
        root: root, ledger: try OpenLedger.writable(root), settings: settings, file: file, log: log)
    } catch { throw CommandProblem(error) }
  }

  private func begin(_ scheduler: Scheduler) async throws(CommandProblem) {
    do { try await scheduler.start() } catch { throw CommandProblem(error) }
  }

  // MARK: Work

  private func work(
    _ scheduler: Scheduler, _ watcher: Watcher, _ pool: WorkerPool, _ signals: AsyncStream<Signal>,
    _ root: Root
  ) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await changes in watcher.changes { await scheduler.note(changes) } }
      for number in 0..<Self.lanes {
        let lane = Lane(scheduler: scheduler, pool: pool, root: root, publisher: Publisher(root: root))
        group.addTask(executorPreference: TaskThread("tondo.lane.\(number)")) { await lane.run() }
      }
      let outside = Task(executorPreference: TaskThread("tondo.outside")) {
        await obey(signals, scheduler, pool)
      }
      if options.once {
        let idle = Task(executorPreference: TaskThread("tondo.once")) {
          await scheduler.untilIdle()
          outside.cancel()
        }
        await outside.value
        idle.cancel()
      } else {
        await outside.value
      }
      log(.stopping)
      await scheduler.stop()
      pool.stop(within: Self.grace)
      watcher.stop()
    }
  }

  /// Ends when told to stop.
  private func obey(_ signals: AsyncStream<Signal>, _ scheduler: Scheduler, _ pool: WorkerPool) async {
    for await signal in signals {
      switch signal {
      case .stop: return
      case .reload:
        if let settings = await scheduler.reload() { pool.resize(Self.count(settings)) }
      }
    }
  }
}
