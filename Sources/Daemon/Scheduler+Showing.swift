internal import Files
internal import Ledger
internal import Model
internal import Watching

/// How work stands, for people who ask the service manager.
extension Scheduler {
  struct Showing {
    var timer: QueueExecutor.Alarm?
    /// Not again before this.
    var next = SuspendingClock.now
    /// What was shown last.
    var last: Standing?
  }

  /// Between two looks while there is work; without work nobody looks.
  private static let pause = Duration.seconds(1)
  /// Counting may take long where there is much: it must stay a small part of the work.
  private static let share = 50

  /// Shows how work stands: at once, or when it was shown just before, a moment later.
  func showSoon() {
    guard surroundings.show != nil, showing.timer == nil, phase != .stopping else { return }
    showing.timer = executor.call(at: showing.next) { [weak self] in
      self?.assumeIsolated { $0.showNow() }
    }
  }

  private func showNow() {
    let started = SuspendingClock.now
    showing.timer = nil
    let standing = standing
    if standing != showing.last { surroundings.show?(standing) }
    showing.last = standing
    showing.next = .now + max(Self.pause, (.now - started) * Self.share)
  }

  private var standing: Standing {
    if !lost.isEmpty { return .lost(lost.map(\.shown).sorted()) }
    guard let pause else { return .working(counts) }
    return .paused(why: pause.why, counts)
  }

  private var counts: Standing.Counts {
    let ids = (try? ledger.counts()) ?? [:]
    let files = (try? ledger.failures().count) ?? 0
    let waiting = Set(settler.paths).union(held).count { $0.below(Places.inbox) != nil }
    return Standing.Counts(
      ready: ids[.ready, default: 0], waiting: waiting, queued: ids[.queued, default: 0],
      processing: ids[.processing, default: 0], failed: ids[.failed, default: 0] + files)
  }
}
