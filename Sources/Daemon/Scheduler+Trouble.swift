internal import Files
internal import Ledger
internal import Model
internal import Publishing

/// The node's trouble: work pauses, and everything is looked at again afterwards.
extension Scheduler {
  static let firstPause = 1
  static let longestPause = 60

  /// Runs a step; its failure pauses the work.
  func guarded(_ step: () throws -> Void) {
    do { try step() } catch { trouble(error) }
  }

  /// Something that stops the work is remembered beyond the log.
  func report(_ event: Event) {
    log(event)
    vitals.lastError = Vitals.Failure(at: Timestamp.now().seconds, text: event.message)
  }

  func trouble(_ error: any Error) {
    switch error {
    // Everything stops, and is looked at again at the next start.
    case is CancellationError: break
    case let failure as FileFailure where root.isOnlyThere(failure):
      // One file's trouble, and trying again will not help.
      log(.cannotRead(path: failure.path, systemText(failure.number)))
      // A pause that is over and cannot be ended would be tried again at once, and for ever.
      if let pause, pause.until <= .now { self.pause(for: failure.problem.explanation) }
    case let failure as FileFailure where failure.isMissing && pause == nil:
      // Something went between two looks at it: the next look tells.
      nextRescan = .now + .seconds(1)
    case let failure as FileFailure: pause(for: failure.problem.explanation)
    case let failure as LedgerFailure:
      pause(for: failure.explanation)
      if case .damaged = failure { beginAnew(Message("event.why.ledgerDamaged")) }
    case let problem as NodeProblem: pause(for: problem.explanation)
    case let problem as CommandProblem: pause(for: problem.explanation)
    default: pause(for: Explanation(.verbatim("\(error)"), Message("node.unknown")))
    }
  }

  private func pause(for why: Explanation) {
    // All lanes may fail of one trouble at once; the pause grows only when it was over, and the trouble was not.
    if let pause, pause.until > .now { return }
    // Twice as long each time, until something was made.
    let seconds = min(max(Self.firstPause, lastPause * 2), Self.longestPause)
    lastPause = seconds
    report(.paused(why, seconds: seconds))
    try? ledger.note("paused", why.problem.stored)
    // Telling may take long on such a disk.
    pause = Pause(why: why.problem, until: .now + .seconds(seconds), seconds: seconds)
    arm()
    showSoon()
  }

  /// When the time is over, all is compared again: what could not be done then is found once more.
  func endPause() {
    guard let now = pause, now.until <= .now, comparing == nil else { return }
    guarded {
      try probe()
      try handBackUnsettled()
      try finishBegun()
      compareSoon(.here)
    }
  }

  /// The comparison met with no trouble.
  func endPauseNow() throws {
    try ledger.note("paused", nil)
    pause = nil
    log(.resumed)
  }

  /// Whether the root can be written to again.
  private func probe() throws {
    try root.makeFolders(Places.staging, mode: Mode.ownFolder)
    try root.tryWriting(Places.staging.appending("probe".utf8))
  }

  func handBackUnsettled() throws {
    while let claim = unsettled.first {
      try ledger.handBack(claim)
      unsettled.removeFirst()
    }
  }

  func finishBegun() throws {
    while let next = begun.first {
      if let record = try finished(next.publication) {
        if let claim = next.claim {
          try ledger.publish(claim, record)
        } else {
          try takeOver(next.publication, record)
        }
      } else if let claim = next.claim {
        try ledger.finish(claim)
      }
      begun.removeFirst()
      if let claim = next.claim { inFlight.remove(claim.id) }
      try root.removeTree(next.staging)
    }
  }

  /// Nil where a name that was free is taken now: then what was done so far is a state like any other, to be
  /// decided anew.
  func finished(_ publication: Publication) throws -> Record? {
    do throws(FileFailure) { return try publisher.carryOut(publication) } catch {
      guard root.isOnlyThere(error) else { throw error }
      trouble(error)
      return nil
    }
  }

  /// Takes note of what was published without a claim: before a crash, or to rename an id.
  func takeOver(_ publication: Publication, _ record: Record) throws {
    guard let id = AvatarID(publication.id.path) else { return }
    if let old = publication.renamed, let old = AvatarID(old.path) {
      try ledger.forget(old)
      try OpenMemory.forget(old, root)
      try keeper.clearExplanation(old)
      try keeper.dropPreviews(old)
    }
    // Before their end is noticed they would ask for the old id again.
    for job in publication.jobs { try succeeded(job.path.path, job.signature) }
    if try !ledger.keep(id, record) { try ledger.adopt(id, record) }
  }
}
