internal import Files
internal import Ledger
internal import Model

/// When an import waits: for room in the inbox, for the disk, and in the end for all that it has handed over.
extension Importer {
  /// Of the disk's free space, so much may be taken by what waits.
  private static let share = 10
  /// How long nobody may be at work before that is trouble: a daemon that is started anew takes a moment.
  private static let patience = Duration.seconds(10)
  /// After so long without an end it is asked why.
  private static let doubt = Duration.seconds(5)

  /// Tells how it goes now and then, and ends what is done.
  func keepUp() throws {
    guard pace.isDue else { return }
    try poll()
    tellProgress()
  }

  func waitForRoom(_ parcel: Parcel) throws {
    while !pending.isEmpty,
      try pending.count >= Self.mostWaiting || isCrowded(parcel) || holdsMany(parcel)
    { try waitForNews() }
  }

  private func isCrowded(_ parcel: Parcel) throws -> Bool {
    try bytes + (parcel.photo?.bytes ?? 0) > delivery.root.freeSpace(Places.inbox) / Self.share
  }

  /// Photos out of documents that wait for others to go are kept here, in memory or open files.
  private func holdsMany(_ parcel: Parcel) -> Bool {
    guard case .enclosed = parcel.photo else { return false }
    return pending.count { one in
      if case .enclosed = one.parcel.photo { one.placed == nil } else { false }
    } >= Self.mostHeld
  }

  private static let mostHeld = 32

  /// Until all that was handed over has come to its end.
  func drain() throws {
    while !pending.isEmpty { try waitForNews() }
    tellProgress()
  }

  private func waitForNews() throws {
    try pace.rest(pending.count, company.stopWish)
    try poll()
    if pace.isDue { tellProgress() }
    if pace.silence > Self.doubt { try inquire() }
  }

  private func tellProgress() {
    tally.waiting = pending.count
    company.tell(.progress(tally))
  }

  // MARK: Trouble

  /// Nothing has ended for a while: tells why, and gives up what would wait for ever.
  private func inquire() throws {
    if company.isAttended() {
      pace.unattended = nil
    } else {
      let since = pace.unattended ?? .now
      pace.unattended = since
      if .now - since > Self.patience { throw CommandProblem.unfinished(Explanation("import.run.nobody")) }
    }
    for (place, one) in pending.enumerated().reversed() {
      guard let why = try delivery.stuck(one) else { continue }
      pending.remove(at: place)
      fail(one.parcel.outcome, RowFailure(why))
    }
    if let why = StatusReport.pause(of: delivery.root) { company.tell(.paused(why)) }
  }

  /// The disk is full, or the like: that is nobody's fault, and may be over soon.
  func wait(becauseOf failure: FileFailure) throws {
    guard failure.number != FileFailure.permissionDenied else { throw failure }
    // Each try is of another file, and meets the same.
    if paused != failure.number { company.tell(.paused(failure.problem.explanation.problem)) }
    paused = failure.number
    try pace.rest(for: .seconds(1), company.stopWish)
    try poll()
  }

  /// Repeats a step that the disk refuses, until it does not.
  func patiently(_ step: () throws(FileFailure) -> Void) throws(CommandProblem) {
    while true {
      do throws(FileFailure) { return try step() } catch {
        let failure = error
        do { try wait(becauseOf: failure) } catch { throw CommandProblem(error) }
      }
    }
  }
}
