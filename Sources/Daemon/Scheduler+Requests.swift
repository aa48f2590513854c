internal import Files
internal import Ledger
internal import Model
internal import Publishing
internal import Reconciling

/// What commands ask for.
extension Scheduler {
  static let requestSuffix = ".request"
  static let answerSuffix = ".answer"

  func answerRequest(_ path: BytePath) throws {
    guard fileExtension(path.name) == Array(Self.requestSuffix.utf8), let read = try readRequest(path)
    else { return }
    let answer: Answer
    do {
      answer = try self.answer(try Wire.value(Request.self, from: read.bytes))
    } catch let error as DecodingError {
      answer = Answer(exitCode: 65, text: Message("answer.unreadable", ["detail": "\(error)"]))
    }
    // Before it runs, a daemon finds what a crash left, and whoever left it has gone, too.
    if phase == .running || Processors.isAlive(withoutExtension(path.name)) { try reply(answer, to: path) }
    try root.remove(path)
  }

  private func reply(_ answer: Answer, to path: BytePath) throws {
    let reply = path.folder.appending(withoutExtension(path.name) + Array(Self.answerSuffix.utf8))
    let draft = path.folder.appending(reply.name + Array("~".utf8))
    try root.recreate(draft, Wire.line(answer), mode: Mode.own)
    try root.rename(draft, to: reply)
  }

  /// Nil, and a line in the log, where it cannot be read: that is the trouble of whoever left it.
  private func readRequest(_ path: BytePath) throws -> (bytes: [UInt8], signature: FileSignature)? {
    do throws(FileFailure) { return try root.read(path, atMost: Document.largest) } catch {
      guard error.number == FileFailure.permissionDenied else { throw error }
      log(.cannotRead(path: path.shown, systemText(error.number)))
      return nil
    }
  }

  /// Does what is asked.
  func answer(_ request: Request) throws -> Answer {
    do { return try carryOut(request) } catch let problem as CommandProblem {
      return Answer(exitCode: problem.exitCode, text: problem.explanation.whole)
    } catch let failure as FileFailure where root.isOnlyThere(failure) {
      // Not the node's: nobody else waits for this.
      return Answer(exitCode: 73, text: failure.folderProblem.explanation.whole)
    }
  }

  func carryOut(_ request: Request) throws -> Answer {
    switch request {
    case .retry(let id): try retry(known(id))
    case .retryAll: try retryAll()
    case .reload: reload()
    case .remove(let id): try removeAll(known(id))
    case .rename(let old, let new): try rename(known(old), to: new)
    }
  }

  private func known(_ text: String) throws -> AvatarID {
    guard let id = AvatarID(text) else {
      throw CommandProblem.usage(Message("usage.noID", ["id": escaped(text.utf8)]))
    }
    let hasManifest = try root.look(Places.manifest(id)) != nil
    if try hasManifest || ledger.entry(id) != nil || !inbox.paths(for: id).isEmpty
      || !keeper.failed(id).isEmpty
    {
      return id
    }
    throw CommandProblem.unknownID(id.description)
  }

  // MARK: Retry

  private func retry(_ id: AvatarID) throws -> Answer {
    let moved = try retryFailed(keeper.failed(id))
    if var record = try ledger.entry(id)?.record ?? adopted(id), moved == 0 {
      record.made = ""
      try ledger.keep(id, record)
    }
    try ledger.clearProblem(id)
    if try root.look(Places.manifest(id)) != nil { try decide(id) }
    return Answer(exitCode: 0, text: Message(moved > 0 ? "answer.movedBack" : "answer.madeAgain", ["id": id]))
  }

  private func retryAll() throws -> Answer {
    let moved = try retryFailed(keeper.allFailed())
    let failed = try ledger.entries(in: .failed).map(\.id)
    for id in failed {
      try ledger.clearProblem(id)
      try decide(id)
    }
    return Answer(exitCode: 0, text: Message("answer.allRetried", ["moved": moved, "decided": failed.count]))
  }

  private func retryFailed(_ paths: [BytePath]) throws -> Int {
    var moved = 0
    for path in paths {
      guard let back = try keeper.giveBack(path) else { continue }
      try ledger.dropFailure(path)
      if let signature = try root.signature(back) { try seen(back, signature) }
      moved += 1
    }
    return moved
  }

  // MARK: Remove, rename

  private func removeAll(_ id: AvatarID) throws -> Answer {
    guard !inFlight.contains(id) else { throw CommandProblem.noAnswer(Message("answer.busy", ["id": id])) }
    let record = try ledger.entry(id)?.record ?? adopted(id)
    try remove(id, record, inbox.paths(for: id))
    return Answer(exitCode: 0, text: Event.removed(id).message)
  }

  private func rename(_ old: AvatarID, to text: String) throws -> Answer {
    guard let new = AvatarID(text), !isIgnored(Places.inbox.appending(new.path)) else {
      throw CommandProblem.usage(Message("usage.noNewID", ["id": escaped(text.utf8)]))
    }
    guard try ledger.entry(new) == nil, try root.look(Places.manifest(new)) == nil else {
      throw CommandProblem.idExists(new.description)
    }
    guard !inFlight.contains(old) else { throw CommandProblem.noAnswer(Message("answer.busy", ["id": old])) }
    guard let record = try ledger.entry(old)?.record ?? adopted(old), try inspectedIsOurs(old, record) else {
      throw CommandProblem.badData(Explanation(Message("answer.notRenamable", ["id": old]), nil))
    }
    try carryOutRename(old, new, record)
    // What takes its colour from the id has another one now.
    if record.attributes.placeholder != nil { try decide(new) }
    log(.renamed(old, to: new))
    return Answer(exitCode: 0, text: Event.renamed(old, to: new).message)
  }

  private func inspectedIsOurs(_ id: AvatarID, _ record: Record) throws -> Bool {
    var found = Found()
    try inspector.inspect(id, record: record, into: &found)
    return found.manifest == .ours && found.original == (record.original == nil ? .none : .intact)
  }

  /// What asked for a placeholder would ask for it again, under the old name.
  private func waitingJobs(_ id: AvatarID, _ record: Record) -> [Publication.Doomed] {
    var found = Found()
    inbox.fill(&found, for: id)
    guard record.original == nil else { return [] }
    return found.jobs.filter { $0.action == .place(record.attributes) }.map { .init($0.path, $0.signature) }
  }

  private func carryOutRename(_ old: AvatarID, _ new: AvatarID, _ record: Record) throws {
    let staging = newStaging()
    try root.removeTree(staging)
    try root.makeFolders(staging, mode: Mode.ownFolder)
    do throws(FileFailure) {
      let publication = try publisher.prepareRename(
        old, to: new, record, replaced: keeper.replaced(old), jobs: waitingJobs(old, record), in: staging)
      try publisher.commit(publication, in: staging)
      // It has begun: where it can't be finished now, it is after the pause.
      begun.append(Begun(claim: nil, publication: publication, staging: staging))
    } catch {
      try root.removeTree(staging)
      throw error
    }
    try finishBegun()
  }
}
