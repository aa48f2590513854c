internal import Files
internal import Ledger
internal import Model
internal import Publishing
internal import Reconciling
internal import Watching

/// What is to be done for one id, and the doing of all that needs no worker.
extension Scheduler {
  /// Looks at an id and does the next thing, until there is nothing left but work for a lane.
  func decide(_ id: AvatarID) throws {
    // Until it is done it is not forgotten: what waits in the inbox has settled, and no look at it would lead here again.
    undecided.insert(id)
    // One that is being worked on is decided again when that ends.
    if inFlight.contains(id) || !lost.isEmpty { return }
    do { try decideNow(id) } catch let failure as FileFailure where root.isOnlyThere(failure) {
      try giveWay(id, failure)
    }
    undecided.remove(id)
  }

  /// What trouble or a lost folder kept from being decided.
  func decideRest() throws {
    for id in undecided.sorted() { try decide(id) }
  }

  private func decideNow(_ id: AvatarID) throws {
    // Every decision takes something away (a job, a difference), so this ends; the bound is for mistakes.
    for _ in 0..<16 {
      let (decision, record) = try decision(id)
      if decision.isForLoss { try refuseEmptied() }
      if case .make(let making) = decision { return try ledger.put(id, priority(making)) }
      if try !carryOut(decision, id, record) { return }
    }
  }

  /// A name that is needed is taken, or too long: what waits for the id is set aside, and what is there stays.
  func giveWay(_ id: AvatarID, _ failure: FileFailure) throws {
    let why = failure.folderProblem.explanation
    let waiting = inbox.paths(for: id).filter { $0.below(Places.inbox) != nil }.sorted()
    for path in waiting {
      do { try setAside(path, why) } catch let failure as FileFailure where root.isOnlyThere(failure) {
        try hold(path, id, failure.folderProblem.explanation)
      }
      inbox.remove(path)
    }
    if waiting.isEmpty { try fail(id, why) }
  }

  func decision(_ id: AvatarID) throws -> (Decision, Record?) {
    let entry = try ledger.entry(id)
    var record = try entry?.record ?? adopted(id)
    let found = try found(id, record)
    if let touched = found.touched {
      try ledger.keep(id, touched)
      record = touched
    }
    let made = made
    return (
      plan(found, record: record, failedMade: entry?.failedMade) { made(id, $0, $1) }, record
    )
  }

  private func found(_ id: AvatarID, _ record: Record?) throws -> Found {
    var found = Found()
    inbox.fill(&found, for: id)
    if settler.unchangedSince(Places.manifest(id)) != nil { found.isSettling = true }
    try inspector.inspect(id, record: record, into: &found)
    if record != nil, !found.jobs.isEmpty { found.failedPhoto = try lastFailure(id) }
    return found
  }

  /// When a photo of the id failed last; nanoseconds since 1970.
  private func lastFailure(_ id: AvatarID) throws -> Int64? {
    let photos = try keeper.failed(id).filter { Document.kind(of: $0.name) == .photo }
    return try photos.compactMap { try root.signature(Places.errorText(failed: $0))?.changed }.max()
  }

  /// The record of an id that the ledger does not know, from its manifest.
  func adopted(_ id: AvatarID) throws -> Record? {
    if let record = try ledger.entry(id)?.record { return record }
    var found = Found()
    try inspector.inspect(id, record: nil, into: &found)
    guard case .edited(let edit) = found.manifest,
      let record = try Adoption.record(id, edit, signature: root.signature)
    else { return nil }
    try ledger.adopt(id, record)
    return record
  }

  private func priority(_ making: Making) -> Priority {
    switch making.cause {
    case .newPhoto, .replacement, .placeholder: .arrival
    case .job, .edit, .changedInPlace: .edit
    case .damage: .heal
    case .settings: .backfill
    case .retry: .edit
    }
  }

  /// Answers whether the id is to be decided again.
  func carryOut(_ decision: Decision, _ id: AvatarID, _ record: Record?) throws -> Bool {
    switch decision {
    case .make, .stayFailed: return false
    case .nothing:
      // What is left of jobs then was not to be applied.
      try holdJobs(id, record)
      try mended(id)
      return false
    case .wait:
      try holdJobs(id, record)
      return false
    case .writeManifest(let attributes, let changes, let text):
      return try writeManifest(id, record, attributes, changes, over: text)
    case .accept(let edit):
      try accept(id, record, edit)
      return true
    case .drop(let jobs):
      try jobs.forEach(drop)
      return true
    case .remove(let files):
      try remove(id, record, files)
      return true
    case .fail(let failure):
      try fail(id, failure)
      return false
    }
  }

  // MARK: Trouble of one id

  private func mended(_ id: AvatarID) throws {
    guard let entry = try ledger.entry(id), entry.state == .failed else { return }
    try ledger.clearProblem(id)
    try keeper.clearExplanation(id)
    log(.mended(id))
  }

  private func fail(_ id: AvatarID, _ failure: IDFailure) throws {
    switch failure {
    case .unreadableEdit(let why): try fail(id, why)
    case .folder(let problem):
      if case .originalGone = problem, try losePlaces() { return }
      try fail(id, problem.explanation)
    }
  }

  func fail(_ id: AvatarID, _ why: Explanation, failedMade: String? = nil) throws {
    try explain(id, why)
    if try ledger.entry(id)?.problem == why { return }
    try ledger.fail(id, problem: why, failedMade: failedMade)
    noteFailure()
    log(.notMade(id, why))
  }

  /// Beside the manifest; where even this name cannot be had, the log must do.
  func explain(_ id: AvatarID, _ why: Explanation) throws {
    do throws(FileFailure) {
      try keeper.explain(id, why.lines(in: settings.lang))
    } catch {
      guard root.isOnlyThere(error) else { throw error }
    }
  }

  private func holdJobs(_ id: AvatarID, _ record: Record?) throws {
    var found = Found()
    inbox.fill(&found, for: id)
    guard found.photos.isEmpty, !found.isSettling, settler.unchangedSince(Places.manifest(id)) == nil else {
      return
    }
    let why =
      record?.original == nil
      ? FolderProblem.jobWithoutOriginal(id.description) : FolderProblem.jobWithoutItsPhoto(id.description)
    for job in found.jobs { try hold(job.path, id, why.explanation) }
  }

  // MARK: Doing

  private func writeManifest(
    _ id: AvatarID, _ record: Record?, _ attributes: Attributes, _ changes: [AccountChange],
    over text: String?
  ) throws -> Bool {
    guard var record else { return false }
    record.attributes = attributes
    let told = Set(record.warnings.map(\.text))
    record.warnings += changes.map { Warning($0.message) }.filter { !told.contains($0.text) }
    let written = try rewrite(id, record, over: text)
    if let written {
      try ledger.keep(id, written)
      log(.manifestWritten(id, warnings: changes.map(\.message)))
    }
    return true
  }

  /// Writes a manifest by way of a staging folder of its own; nil where an edit came meanwhile.
  func rewrite(_ id: AvatarID, _ record: Record, over expected: String?) throws -> Record? {
    let staging = newStaging()
    // After a failure the folder goes unless a text is in it, which may be an editor's.
    defer { _ = try? root.removeFolder(staging) }
    try root.makeFolders(staging, mode: Mode.ownFolder)
    let written = try publisher.rewrite(id, record, expected: expected, in: staging)
    try root.removeTree(staging)
    return written
  }

  private func accept(_ id: AvatarID, _ record: Record?, _ edit: ManifestEdit) throws {
    guard var record else { return }
    record.attributes = edit.manifest.attributes
    record.manifest = edit.text
    record.manifestSignature = edit.signature
    try ledger.keep(id, record)
  }

  private func drop(_ job: JobFile) throws {
    try root.remove(job.path, as: job.signature)
    try release(job.path)
    inbox.remove(job.path)
    log(.jobDone(path: job.path.shown))
  }

  /// All traces, those in the ledger, too; last what asked for it: after a crash in between that asks again.
  func remove(_ id: AvatarID, _ record: Record?, _ files: [BytePath]) throws {
    try keeper.removeAll(
      id, avatars: record?.avatars.map(\.file) ?? [], original: record?.original?.file.path)
    for path in try ledger.failures().map(\.path) where try root.look(path) == nil {
      try ledger.dropFailure(path)
    }
    try ledger.forget(id)
    try OpenMemory.forget(id, root)
    for path in files {
      try root.remove(path)
      try release(path)
      inbox.remove(path)
    }
    try ledger.erase()
    log(.removed(id))
  }
}
