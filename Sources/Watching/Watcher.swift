package import Model
internal import Synchronization

/// Watches areas of a root and says where to look again.
///
/// The watches of all that is there stand before `init` returns; who scans after that misses nothing. There can be one
/// watcher at a time in a process. Keep it as long as its changes are wanted.
package final class Watcher: Sendable {
  private static let claimed = Atomic(false)

  private let desk: Desk
  private let thread: Mutex<Thread?>

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - root: absolute path of the root; links in it are followed.
  ///   - areas: the folders to be watched with all that lies in them, below the root, none inside another. One that is
  ///     missing is reported as gone, and waited for.
  ///   - settings: absolute path of the settings file. Neither it nor its folder need exist.
  ///   - isWanted: asked now and then while that takes long, with the number of folders so far; once it says no, the
  ///     watching ends before it has begun.
  /// - Throws: where this process has a watcher already, or the kernel gives no inotify instance.
  package convenience init(
    root: [UInt8], areas: [BytePath], settings: [UInt8]?,
    while isWanted: (_ folders: Int) -> Bool = { _ in true }
  ) throws(WatchFailure) {
    try self.init(Plan(root: root, areas: areas, settings: settings), while: isWanted)
  }

  init(_ plan: Plan, while isWanted: (Int) -> Bool = { _ in true }) throws(WatchFailure) {
    guard !Self.claimed.exchange(true, ordering: .acquiringAndReleasing) else { throw .busy }
    do throws(WatchFailure) {
      desk = try Desk()
      thread = Mutex(try Self.start(plan, desk, isWanted))
    } catch {
      Self.claimed.store(false, ordering: .releasing)
      throw error
    }
  }

  deinit { stop() }

  /// What to look at, in batches; for one consumer.
  ///
  /// Ends after `stop`, when all has been taken.
  package var changes: WatchedChanges { WatchedChanges(mailbox: desk.mailbox) }

  /// How watching goes, as of the last wake-up.
  package func status() -> WatchStatus { desk.status.withLock { $0 } }

  /// Counts what the watching has done so far; one that is busy gets on.
  package var steps: Int { desk.steps.load(ordering: .relaxed) }

  /// Has the watching thread itself call back, when it has done a whole turn.
  package func ask(_ answer: @escaping @Sendable () -> Void) { desk.ask(answer) }

  /// Ends the watching.
  ///
  /// What was noticed until then can still be taken.
  package func stop() {
    guard let running = thread.withLock({ $0.take() }) else { return }
    desk.stop()
    running.join()
    Self.claimed.store(false, ordering: .releasing)
  }

  private static func start(
    _ plan: Plan, _ desk: Desk, _ isWanted: (Int) -> Bool
  ) throws(WatchFailure) -> Thread {
    let thread: Thread
    do throws(SystemError) {
      thread = try Thread(named: "tondo-watch") { Engine(plan, desk).run() }
    } catch {
      throw .system(doing: .startThread, number: error.number)
    }
    while !desk.ready.isRung(within: .milliseconds(500)) {
      if !isWanted(desk.steps.load(ordering: .relaxed)) { desk.stop() }
    }
    guard let refusal = desk.refusal.withLock({ $0 }) else { return thread }
    thread.join()
    throw refusal
  }
}

/// The changes that a watcher notices, as many at a time as there are.
package struct WatchedChanges: AsyncSequence, Sendable {
  /// All that was noticed since the last batch.
  package typealias Element = Set<Change>
  /// Watching does not fail; what goes wrong is in the status.
  package typealias Failure = Never

  let mailbox: Mailbox

  /// Begins to take changes.
  package func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

  /// Takes one batch after the other.
  package struct Iterator: AsyncIteratorProtocol {
    let mailbox: Mailbox

    /// Waits for the next batch; nil at the end, and when the task is cancelled.
    package mutating func next() async -> Set<Change>? { await mailbox.next() }

    /// The same, wherever it is called from.
    package mutating func next(isolation actor: isolated (any Actor)?) async -> Set<Change>? {
      await mailbox.next()
    }
  }
}
