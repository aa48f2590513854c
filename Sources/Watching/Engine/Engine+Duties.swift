internal import Model

extension Engine {
  /// Does what this turn's events have left to be done.
  func performDuties() {
    guard duties.restart == nil else { return }
    let folders = duties.folders
    duties.folders = []
    for path in folders {
      explore(path)
      outbox.insert(.folder(path))
    }
    if duties.areas || duties.sentries { checkAreas() }
  }

  /// Looks again at what cannot be watched, for as long as that is so.
  func pollDegraded() {
    guard !degraded.isEmpty else { return nextPoll = nil }
    let now = Instant.now
    guard let due = nextPoll else { return nextPoll = now.advanced(by: plan.pace.polling) }
    guard due <= now else { return }
    nextPoll = now.advanced(by: plan.pace.polling)
    var isFull = false
    for path in degraded.paths { retry(path, &isFull) }
  }

  private func retry(_ path: BytePath, _ isFull: inout Bool) {
    guard let before = degraded.error(of: path) else { return }
    // Where one folder gets no watch, the next gets none either.
    if !(isFull && before.isWithoutWatch) { explore(path) }
    let after = degraded.error(of: path)
    isFull = isFull || after?.isWithoutWatch == true
    if after == nil || before.isListed { outbox.insert(.folder(path)) }
  }

  func restartIfDue() {
    guard let due = duties.restart, due <= .now else { return }
    restarts += 1
    do throws(WatchFailure) {
      try begin()
    } catch {
      lastFailure = error
      duties.restart = .now.advanced(by: plan.pace.polling)
    }
    outbox.insert(.everything)
    outbox.insert(.settings)
  }

  /// Nil where nothing will have to be done without an event.
  func untilNextDeadline() -> Duration? {
    if duties.areas || duties.sentries || !duties.folders.isEmpty { return .zero }
    let all = [
      duties.restart, nextPoll, limbo.values.min(), missing.values.map(\.next).min(), listening.values.min(),
    ]
    return all.compactMap { $0 }.min().map { Instant.now.duration(to: $0) }
  }
}
