internal import Files
internal import Ledger
internal import Model
internal import Watching

/// When to look again by itself: only when something is due.
extension Scheduler {
  /// One timer, for the earliest of what is due.
  func arm() {
    guard phase == .running else { return }
    let deadlines = [settler.nextDeadline(after: settleTime), patience.values.map(\.until).min(), nextRescan]
    // A pause that is over ends with the comparison that goes on.
    let next = pause.map { comparing == nil ? $0.until : nil } ?? deadlines.compactMap(\.self).min()
    if let timer, timer.deadline == next, timer.deadline > .now { return }
    timer?.cancel()
    timer = next.map { deadline in
      executor.call(at: deadline) { [weak self] in self?.assumeIsolated { $0.rang() } }
    }
  }

  private func rang() {
    // The alarm is over, even where its clock was a moment ahead of ours and nothing is due yet: then there is another.
    timer = nil
    tick()
  }

  func rescanDue() throws {
    guard let due = nextRescan, due <= .now else { return }
    try handBackUnsettled()
    try sweepRequests()
    nextRescan = nil
    compareSoon(.here)
  }

  /// Waits until all that is there is done; files that keep changing are left.
  func untilIdle() async {
    await withCheckedContinuation { waiter in
      if isIdle { waiter.resume() } else { idleWaiters.append(waiter) }
    }
  }

  func wakeIdle() {
    guard !idleWaiters.isEmpty, isIdle else { return }
    for waiter in idleWaiters { waiter.resume() }
    idleWaiters = []
  }

  private var isIdle: Bool {
    guard phase == .running else { return phase == .stopping }
    guard inFlight.isEmpty, patience.isEmpty, pause == nil, lost.isEmpty, comparing == nil, books.isEmpty
    else {
      return false
    }
    let counts = (try? ledger.counts()) ?? [:]
    return counts[.queued, default: 0] == 0 && settler.paths.allSatisfy(changedOnce.contains)
  }
}
