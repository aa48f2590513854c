internal import Files
internal import Ledger
internal import Model
internal import Publishing
internal import Reconciling
internal import Serving
internal import Watching

/// Work for lanes, and what became of it.
extension Scheduler {
  /// The next assignment; waits until there is one.
  ///
  /// Nil: the daemon stops.
  func next() async -> Assignment? {
    // A task that prefers an executor of its own comes back to this actor by way of the queue, even from here to
    // the body: whatever was looked at before may have changed by then, so that all is looked at inside.
    await withCheckedContinuation { lane in
      if phase == .stopping { return lane.resume(returning: nil) }
      if let assignment = ready() { return lane.resume(returning: assignment) }
      waitingLanes.append(lane)
      wakeIdle()
    }
  }

  /// Counts a try on a worker.
  func count(_ claim: Claim) -> Int {
    do { return try ledger.attempt(claim) } catch {
      trouble(error)
      return claim.attempts + 1
    }
  }

  /// The worker is done with this one, and free for the next.
  func rendered(_ assignment: Assignment, by decoder: Rendering.Decoder?) {
    if let decoder { log(.decoded(assignment.claim.id, by: decoder)) }
    rendering.remove(assignment.claim.id)
    guarded { try dispatch() }
  }

  func workerDied(_ assignment: Assignment, _ how: Message, attempt: Int) {
    vitals.workerRestarts += 1
    tally.workerDeaths += 1
    log(.workerDied(assignment.claim.id, how: how, attempt: attempt))
  }

  /// Gives work to lanes that wait.
  func dispatch() throws {
    while !waitingLanes.isEmpty, let assignment = ready() {
      waitingLanes.removeLast().resume(returning: assignment)
    }
  }

  func ready() -> Assignment? {
    // One each worker; what is being published beside that is bounded, too.
    let workers = Service.count(settings)
    guard phase == .running, pause == nil, lost.isEmpty, rendering.count < workers,
      inFlight.count < 3 * workers
    else { return nil }
    do {
      // Once an original has moved it would be too late.
      try refuseEmptied()
      while let claim = try ledger.claim() {
        if let assignment = try assignment(claim) { return assignment }
      }
    } catch { trouble(error) }
    return nil
  }

  /// What was queued is decided once more: only that counts which the folders hold now.
  private func assignment(_ claim: Claim) throws -> Assignment? {
    do {
      for _ in 0..<16 {
        let (decision, record) = try decision(claim.id)
        if case .make(let making) = decision { return assign(claim, making, record) }
        if try !carryOut(decision, claim.id, record) { break }
      }
    } catch let failure as FileFailure {
      guard root.isOnlyThere(failure) else {
        try ledger.handBack(claim)
        throw failure
      }
      try giveWay(claim.id, failure)
    }
    if try ledger.finish(claim) == .settled { try decide(claim.id) }
    return nil
  }

  private func assign(_ claim: Claim, _ making: Making, _ record: Record?) -> Assignment {
    inFlight.insert(claim.id)
    rendering.insert(claim.id)
    let staging = newStaging()
    let targets = settings.outputs.map { output in
      RenderRequest.Target(
        file: WirePath(staging.appending(claim.id.file(output.suffix).name).bytes), output: output)
    }
    let subject = subject(making, claim.id)
    let request = RenderRequest(
      subject, known: making.isKept ? [] : making.known.map { [$0] } ?? [],
      // Of a placeholder that is a photo, the default part is shown.
      attributes: making.source == nil
        ? Attributes(shape: making.attributes.shape, background: making.attributes.background)
        : making.attributes,
      settings: settings, outputs: targets)
    return Assignment(
      claim: claim, making: making, record: record, staging: staging, request: request,
      outputs: settings.outputs,
      retries: settings.retries, made: made)
  }

  private func subject(_ making: Making, _ id: AvatarID) -> RenderRequest.Subject {
    if let source = making.source { return .photo(WirePath(source.path.bytes)) }
    let placeholder = making.attributes.placeholder ?? Placeholder()
    switch placeholder.illustration(of: id, under: settings.placeholder) {
    case .drawing(let drawing): return .drawing(drawing)
    case .image(let path): return .photo(WirePath(Places.placeholders.appending(path.utf8).bytes))
    }
  }

  // MARK: Ends

  /// Takes note of how an assignment ended.
  func finished(_ assignment: Assignment, _ outcome: Outcome) {
    inFlight.remove(assignment.claim.id)
    rendering.remove(assignment.claim.id)
    do {
      try settle(assignment, outcome)
      if case .begun = outcome {} else { try root.removeTree(assignment.staging) }
    } catch let failure as FileFailure where root.isOnlyThere(failure) {
      guarded { try ledger.finish(assignment.claim) }
      // An intent that stays would be carried out once more at the next start, over what came after it.
      guarded { try root.removeTree(assignment.staging) }
      trouble(failure)
    } catch {
      putOff(assignment, outcome)
      trouble(error)
    }
    guarded { try decide(assignment.claim.id) }
    tick()
  }

  /// The end could not be written down: what was published is noted, and the rest handed back, when the trouble is over.
  private func putOff(_ assignment: Assignment, _ outcome: Outcome) {
    switch outcome {
    case .published(let publication, _, _), .begun(let publication, _): finishLater(assignment, publication)
    default: unsettled.append(assignment.claim)
    }
  }

  private func finishLater(_ assignment: Assignment, _ publication: Publication) {
    guard inFlight.insert(assignment.claim.id).inserted else { return }
    begun.append(Begun(claim: assignment.claim, publication: publication, staging: assignment.staging))
  }

  private func settle(_ assignment: Assignment, _ outcome: Outcome) throws {
    switch outcome {
    case .published(let publication, let record, let milliseconds):
      try published(assignment, publication, record, milliseconds)
    case .same: try same(assignment)
    case .refused(let problem, let attempts): try refused(assignment, problem, attempts)
    case .nameTaken(let problem): try giveUp(assignment, problem.explanation, attempts: 1)
    case .changed: try changed(assignment)
    case .stopped: try ledger.handBack(assignment.claim)
    case .unable(let problem):
      try ledger.handBack(assignment.claim)
      trouble(problem)
    case .begun(let publication, let problem):
      finishLater(assignment, publication)
      trouble(problem)
    }
  }

  private func published(
    _ assignment: Assignment, _ publication: Publication, _ record: Record, _ milliseconds: Int
  ) throws {
    let id = assignment.claim.id
    let making = assignment.making
    try ledger.publish(assignment.claim, record)
    lastPause = 0
    tally.made += 1
    tally.processing.add(Double(milliseconds) / 1000)
    for photo in (making.source.map { [$0] } ?? []) + making.superseded {
      try succeeded(photo.path, photo.signature)
    }
    for job in making.jobs { try succeeded(job.path, job.signature) }
    if let original = record.original { inbox.remove(original.file.path, as: original.signature) }
    try keeper.clearExplanation(id)
    // Only then: looking through a folder with very many would take long each time.
    if !publication.retired.isEmpty { try keeper.prune(id, keep: settings.keepReplaced) }
    log(
      .made(
        id, cause: making.cause, milliseconds: milliseconds, warnings: record.warnings.map(\.message)))
  }

  /// A path is done: it waits no more, and an earlier failure of it is over.
  func succeeded(_ path: BytePath, _ signature: FileSignature) throws {
    try release(path)
    inbox.remove(path, as: signature)
    guard let below = path.below(Places.inbox) else { return }
    try keeper.clearFailed(below, stamp: Timestamp.now().stamp)
    try ledger.dropFailure(Places.failed.appending(below))
  }

  /// The same bytes as the kept original: a copy goes, a touched original gets its new signature.
  private func same(_ assignment: Assignment) throws {
    guard let source = assignment.making.source else {
      try ledger.finish(assignment.claim)
      return
    }
    let kept = assignment.record?.original?.file
    if source.path.below(Places.inbox) != nil || WirePath(source.path.bytes) != kept {
      try root.remove(source.path, as: source.signature)
      try succeeded(source.path, source.signature)
      log(.alreadyHad(path: source.path.shown, assignment.claim.id))
    } else if var record = assignment.record {
      // Where publishing took longer than `settle`, the original had settled before it was known to be the kept one.
      inbox.remove(source.path, as: source.signature)
      record.original?.signature = source.signature
      try ledger.keep(assignment.claim.id, record)
      // It may have been missing, and told so; a refusal of what it is to become still holds.
      if try ledger.entry(assignment.claim.id)?.failedMade == nil {
        let wasTold = try root.look(Places.errorText(assignment.claim.id)) != nil
        try keeper.clearExplanation(assignment.claim.id)
        if wasTold { log(.mended(assignment.claim.id)) }
      }
    }
    try retire(assignment.making.superseded)
    try ledger.finish(assignment.claim)
  }

  /// Earlier photos of an id whose latest one has the bytes of the kept original: they would replace it otherwise.
  private func retire(_ superseded: [Arrival]) throws {
    for photo in superseded {
      guard let below = photo.path.below(Places.inbox), try root.signature(photo.path) == photo.signature
      else { continue }
      try keeper.retire(photo.path, as: below, stamp: Timestamp.now().stamp)
      try succeeded(photo.path, photo.signature)
    }
  }

  private func changed(_ assignment: Assignment) throws {
    try ledger.finish(assignment.claim)
    guard let path = assignment.making.source?.path else { return }
    // Also in `originals/`: what is not there any more in this state would be tried again, without end.
    inbox.remove(path)
    if let now = try root.signature(path) { try seen(path, now) }
  }

  private func refused(_ assignment: Assignment, _ problem: PhotoProblem, _ attempts: Int) throws {
    if case .changedMeanwhile = problem { return try changed(assignment) }
    guard let source = assignment.making.source else {
      return try giveUpPlaceholder(assignment, problem, attempts: attempts)
    }
    // Another photo that took its place meanwhile is not the one that was refused.
    if try root.signature(source.path) != source.signature { return try changed(assignment) }
    if problem.isIncomplete, !assignment.making.isKept {
      try ledger.finish(assignment.claim)
      return try wait(for: source.path, source.signature, problem, assignment.claim.id)
    }
    try giveUp(assignment, problem.explanation, attempts: attempts)
  }

  /// A new photo goes to `failed/`; where the kept one is refused, what asked for it is set aside.
  private func giveUp(_ assignment: Assignment, _ why: Explanation, attempts: Int) throws {
    let making = assignment.making
    if let source = making.source, !making.isKept {
      try ledger.finish(assignment.claim)
      try setAside(source.path, why, attempts: attempts)
      inbox.remove(source.path)
      return
    }
    let failed = made(
      assignment.claim.id, assignment.record?.original?.facts.sha256, making.attributes)
    try ledger.setAside(assignment.claim, problem: why, failedMade: failed)
    try explain(assignment.claim.id, why)
    for job in making.jobs {
      try setAside(job.path, why, attempts: attempts)
      inbox.remove(job.path)
    }
    noteFailure()
    log(.notMade(assignment.claim.id, why))
  }

  /// A job that asks in vain is set aside, and all else stays as it is.
  private func giveUpPlaceholder(
    _ assignment: Assignment, _ problem: PhotoProblem, attempts: Int
  ) throws {
    let why =
      assignment.request.original.map { problem.explanation(ofImage: escaped($0.bytes)) }
      ?? problem.explanation
    guard let job = assignment.making.waiting else {
      return try giveUp(assignment, why, attempts: attempts)
    }
    try ledger.finish(assignment.claim)
    try setAside(job.path, why, attempts: attempts)
    inbox.remove(job.path)
  }
}
