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

  func trouble(_ error: any Error) {
    switch error {
    case let failure as FileFailure where root.isOnlyThere(failure):
      // One file's trouble, and trying again will not help.
      log(.cannotRead(path: failure.path, systemText(failure.number)))
    case let failure as FileFailure where failure.isMissing && pause == nil:
      // Something went between two looks at it: the next look tells.
      nextRescan = .now + .seconds(1)
    case let failure as FileFailure: pause(for: failure.problem.english)
    case let failure as LedgerFailure:
      pause(for: failure.english)
      if case .damaged = failure { beginAnew("the ledger is damaged") }
    case let problem as NodeProblem: pause(for: problem.english)
    default: pause(for: Explanation("\(error)", "Please report this: it is a fault of tondo."))
    }
  }

  private func pause(for why: Explanation) {
    // All lanes may fail of one trouble at once; the pause grows only when it was over, and the trouble was not.
    if let pause, pause.until > .now { return }
    // Twice as long each time, until something was made.
    let seconds = min(max(Self.firstPause, lastPause * 2), Self.longestPause)
    lastPause = seconds
    pause = Pause(until: .now + .seconds(seconds), seconds: seconds)
    log(.paused(why, seconds: seconds))
    try? ledger.note("paused", why.problem)
    arm()
  }

  /// When the time is over, all is compared again: what could not be done then is found once more.
  func endPause() {
    guard let now = pause, now.until <= .now else { return }
    guarded {
      try probe()
      try handBackUnsettled()
      try finishBegun()
      try scan()
      try ledger.note("paused", nil)
      pause = nil
      log(.resumed)
    }
  }

  /// Whether the root can be written to again.
  private func probe() throws {
    let path = Places.staging.appending("probe".utf8)
    try root.makeFolders(Places.staging, mode: Mode.ownFolder)
    try root.remove(path)
    try root.create(path, [UInt8](repeating: 0, count: 1 << 16), mode: Mode.own)
    try root.remove(path)
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
      try keeper.clearExplanation(old)
    }
    if try !ledger.keep(id, record) { try ledger.adopt(id, record) }
  }
}
