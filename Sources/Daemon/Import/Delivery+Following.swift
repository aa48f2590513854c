internal import Files
internal import Importing
internal import Ledger
internal import Model
internal import Publishing

/// What has become of what was handed over.
extension Delivery {
  /// What has become of a row.
  func fate(of pending: Pending) throws -> Fate {
    do { return try fateNow(of: pending) } catch LedgerFailure.node(.system(_, _, let number)) {
      // A disk that is full, or the like, is waited for; what may not be read never will be.
      guard number != FileFailure.permissionDenied else {
        throw CommandProblem.rootUnusable(escaped(root.path), number: number)
      }
      return .waiting
    }
  }

  private func fateNow(of pending: Pending) throws -> Fate {
    let isThere = try root.look(pending.file) != nil
    if isThere, pending.parcel.row.placing.placeholder == nil { return .waiting }
    guard let ledger = try ledger.now() else { return .waiting }
    if isThere { return try shown(pending, ledger).map(Fate.done) ?? .waiting }
    let entry = try ledger.entry(pending.parcel.id)
    if entry?.state == .queued || entry?.state == .processing { return .waiting }
    if let why = try failure(pending, ledger) { return .failed(why) }
    guard try entry?.record != nil || kept(pending.parcel.id) != nil else {
      return .failed(Explanation("import.run.vanished", ["path": pending.file.shown]))
    }
    return .done(entry?.record)
  }

  /// The record of a placeholder that is shown: the job that asks for it stays until the photo comes.
  private func shown(_ pending: Pending, _ ledger: Ledger) throws -> Record? {
    guard pending.parcel.photo == nil, let placeholder = pending.parcel.row.placing.placeholder,
      let entry = try ledger.entry(pending.parcel.id), entry.state == .ready,
      entry.record?.attributes.placeholder == placeholder
    else { return nil }
    return entry.record
  }

  /// Why it lies in `failed/`; one that came there before this one was handed over is another.
  private func failure(_ pending: Pending, _ ledger: Ledger) throws -> Explanation? {
    guard let placed = pending.placed, let below = pending.file.below(Places.inbox) else { return nil }
    let path = Places.failed.appending(below)
    guard let found = try root.signature(path), found.changed >= placed.changed else { return nil }
    return try ledger.failure(path)?.problem ?? Keeper(root: root).reason(path)
  }

  /// Why a file will not be taken, however long it waits.
  func stuck(_ pending: Pending) throws -> Explanation? {
    let why = try ledger.now()?.reason(pending.file)
    return why?.problem.key == FolderProblem.cannotTake.explanation.problem.key ? why : nil
  }

  /// A row's files are made: it is remembered.
  func succeeded(_ pending: Pending, _ record: Record?) {
    let parcel = pending.parcel
    guard let photo = parcel.photo else { return note(parcel, sha256: nil) }
    // Another one may have come after it.
    guard let facts = record?.original?.facts, facts.bytes == photo.bytes else { return }
    note(parcel, sha256: facts.sha256)
  }
}
