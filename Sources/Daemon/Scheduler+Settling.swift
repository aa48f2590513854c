internal import Files
internal import Ledger
internal import Model
internal import Publishing
internal import Reconciling
internal import Watching

/// Files that have stayed unchanged for long enough, and what they turn out to be.
extension Scheduler {
  /// How many times `settle` an incomplete photo is waited for.
  static let patienceFactor = 30.0

  var settleTime: Duration { .seconds(settings.settle) }

  func settleDue() throws {
    let due = settler.takeSettled(at: .now, after: settleTime)
    guard !due.isEmpty, pause == nil else {
      return due.forEach { settler.observe($0.path, $0.signature, at: .now) }
    }
    var ids: Set<AvatarID> = []
    for file in due {
      do {
        if let id = try settled(file.path, file.signature) { ids.insert(id) }
      } catch let error as FileFailure where root.isOnlyThere(error) {
        // One name that cannot be worked with holds up nobody else.
        inbox.remove(file.path)
        log(.cannotRead(path: file.path.shown, systemText(error.number)))
      }
    }
    // All at once: trouble with the first must not make the others be forgotten.
    undecided.formUnion(ids)
    for id in ids.sorted() { try decide(id) }
  }

  /// Answers the id that is to be decided anew.
  private func settled(_ path: BytePath, _ signature: FileSignature) throws -> AvatarID? {
    changedOnce.remove(path)
    switch try root.look(path) {
    case nil: return inbox.remove(path) ?? keptID(path)
    case .folder: return inbox.remove(path) ?? keptID(path)
    case .other: return try settledOther(path)
    case .file(let now, _):
      guard now == signature else {
        observe(path, now)
        return nil
      }
      if try isBeingWritten(path) {
        settler.observe(path, now, at: .now)
        return nil
      }
      return try settledFile(path, now)
    }
  }

  /// Whether somebody still has a document open for writing.
  ///
  /// An editor may empty a manifest, and take its time over the rest. Not for ever, or a program that hangs would hold
  /// up the id.
  private func isBeingWritten(_ path: BytePath) throws -> Bool {
    let isDocument =
      path.below(Places.avatars).map { manifestID($0) != nil }
      ?? [.job, .book].contains(Document.kind(of: path.name))
    guard isDocument, try root.hasWriter(path) else {
      writers[path] = nil
      return false
    }
    let since = writers[path] ?? .now
    writers[path] = since
    return .now < since + settleTime * Self.patienceFactor
  }

  /// Links, pipes and devices are never opened.
  private func settledOther(_ path: BytePath) throws -> AvatarID? {
    guard let below = path.below(Places.inbox) else { return inbox.remove(path) ?? keptID(path) }
    guard try root.canTake(path) else { return try leave(path, below) }
    try setAside(path, FolderProblem.noRegularFile.explanation)
    return inbox.remove(path)
  }

  private func settledFile(_ path: BytePath, _ signature: FileSignature) throws -> AvatarID? {
    if let below = path.below(Places.inbox) { return try arrived(path, below, signature) }
    if let below = path.below(Places.originals) { return try foundOriginal(path, below, signature) }
    return keptID(path)
  }

  /// In `originals/` by hand, unless it is the kept one.
  private func foundOriginal(_ path: BytePath, _ below: BytePath, _ signature: FileSignature) throws
    -> AvatarID?
  {
    guard let id = AvatarID(original: below) else { return nil }
    inbox.remove(path)
    if try adopted(id)?.original?.file != WirePath(path.bytes) { inbox.set(path, .photo(signature), for: id) }
    return id
  }

  private func arrived(_ path: BytePath, _ below: BytePath, _ signature: FileSignature) throws -> AvatarID? {
    guard try root.canTake(path) else { return try leave(path, below) }
    if let problem = nameProblem(below) {
      try setAside(path, problem.explanation)
      return inbox.remove(path)
    }
    switch Document.kind(of: path.name) {
    case .job: return try arrivedJob(path, below, signature)
    case .strayJSON:
      try setAside(path, FolderProblem.strayJSON.explanation)
      return nil
    case .book: return try arrivedBook(path, signature)
    case .photo: return try arrivedPhoto(path, below, signature)
    }
  }

  /// What cannot be taken away would be processed and then stay; it holds up nobody else.
  private func leave(_ path: BytePath, _ below: BytePath) throws -> AvatarID? {
    let why = FolderProblem.cannotTake.explanation
    if let id = provisionalID(below) { try hold(path, id, why) } else { log(.waiting(path: path.shown, why)) }
    return inbox.remove(path)
  }

  private func nameProblem(_ below: BytePath) -> FolderProblem? {
    if below.text == nil { return .notUTF8 }
    let name =
      Document.kind(of: below.name) == .job
      ? below.name.dropLast(".job.json".utf8.count) : withoutExtension(below.name)[...]
    return name.count > AvatarID.longestName ? .nameTooLong(bytes: name.count) : nil
  }

  private func arrivedPhoto(_ path: BytePath, _ below: BytePath, _ signature: FileSignature) throws
    -> AvatarID?
  {
    guard let id = AvatarID(original: below) else { return nil }
    if signature.size == 0 {
      try wait(for: path, signature, .empty, id)
    } else {
      try release(path)
      inbox.set(path, .photo(signature), for: id)
    }
    return id
  }

  private func arrivedJob(_ path: BytePath, _ below: BytePath, _ signature: FileSignature) throws -> AvatarID?
  {
    let read: (bytes: [UInt8], signature: FileSignature)?
    do throws(FileFailure) { read = try root.read(path, atMost: Document.largest) } catch {
      if error.number == FileFailure.permissionDenied { return try unreadableJob(path, signature, error) }
      try setAside(path, error.problem.explanation)
      return inbox.remove(path)
    }
    guard let read else { return inbox.remove(path) }
    let job: Job
    do throws(DocumentProblem) { job = try Job(reading: read.bytes, named: below) } catch {
      try setAside(path, error.explanation(in: escaped(path.name)))
      return inbox.remove(path)
    }
    if let before = inbox.set(path, .job(signature, job.action), for: job.id) { try decide(before) }
    return job.id
  }

  private func unreadableJob(_ path: BytePath, _ signature: FileSignature, _ failure: FileFailure) throws
    -> AvatarID?
  {
    guard let id = inbox.id(of: path) else { return nil }
    try wait(for: path, signature, .unreadable(number: failure.number), id)
    return id
  }

  // MARK: Waiting

  /// The file looks incomplete: it is waited for, and given up when it stays like that.
  func wait(for path: BytePath, _ signature: FileSignature, _ problem: PhotoProblem, _ id: AvatarID) throws {
    inbox.set(path, .incomplete(signature, problem), for: id)
    // It has settled, so it is unchanged for `settle` already.
    patience[path] = Patience(until: .now + settleTime * (Self.patienceFactor - 1), problem: problem)
    try hold(path, id, problem.explanation)
  }

  func giveUpDue() throws {
    guard pause == nil else { return }
    for (path, patience) in patience where patience.until <= .now {
      self.patience[path] = nil
      if Document.kind(of: path.name) == .book {
        try readAsItIs(path)
        continue
      }
      let waiting = inbox[path]?.signature
      if let now = try root.signature(path), now != waiting {
        try seen(path, now)
        continue
      }
      try setAside(path, patience.problem.explanation)
      if let id = inbox.remove(path) { try decide(id) }
    }
  }

  func hold(_ path: BytePath, _ id: AvatarID, _ why: Explanation) throws {
    guard held.insert(path).inserted else { return }
    try ledger.hold(path, id: id, reason: why, since: Timestamp.unix())
    log(.waiting(path: path.shown, why))
  }

  func release(_ path: BytePath) throws {
    if held.remove(path) != nil { try ledger.release(path) }
  }

  /// Moves a file to `failed/` with its reason.
  func setAside(_ path: BytePath, _ why: Explanation, attempts: Int = 0) throws {
    try release(path)
    settler.forget(path)
    changedOnce.remove(path)
    patience[path] = nil
    let text = why.lines(in: settings.lang)
    guard let target = try keeper.setAside(path, because: text, stamp: Timestamp.now().stamp) else { return }
    noteFailure()
    try ledger.recordFailure(target, attempts: attempts, problem: why)
    log(.setAside(path: path.shown, why))
  }
}
