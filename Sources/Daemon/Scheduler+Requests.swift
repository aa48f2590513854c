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
      answer = Answer(exitCode: 65, text: "the request cannot be read: \(error)")
    }
    let reply = path.folder.appending(withoutExtension(path.name) + Array(Self.answerSuffix.utf8))
    let draft = path.folder.appending(reply.name + Array("~".utf8))
    try root.remove(draft)
    try root.create(draft, Wire.line(answer), mode: Mode.own)
    try root.rename(draft, to: reply)
    try root.remove(path)
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
    do {
      switch request {
      case .retry(let id): return try retry(known(id))
      case .retryAll: return try retryAll()
      case .remove(let id): return try removeAll(known(id))
      case .rename(let old, let new): return try rename(known(old), to: new)
      }
    } catch let problem as CommandProblem {
      return Answer(exitCode: problem.exitCode, text: problem.english.problem + ". " + problem.english.remedy)
    } catch let failure as FileFailure where root.isOnlyThere(failure) {
      // Not the node's: nobody else waits for this.
      let why = failure.folderProblem.english
      return Answer(exitCode: 73, text: why.problem + ". " + why.remedy)
    }
  }

  private func known(_ text: String) throws -> AvatarID {
    guard let id = AvatarID(text) else { throw CommandProblem.usage("\(escaped(text.utf8)) is no id") }
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
    return Answer(exitCode: 0, text: moved > 0 ? "\(id): moved back to the inbox" : "\(id): made again")
  }

  private func retryAll() throws -> Answer {
    let moved = try retryFailed(keeper.allFailed())
    let failed = try ledger.entries(in: .failed).map(\.id)
    for id in failed {
      try ledger.clearProblem(id)
      try decide(id)
    }
    return Answer(exitCode: 0, text: "\(moved) moved back to the inbox, \(failed.count) looked at again")
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
    guard !inFlight.contains(id) else { throw CommandProblem.noAnswer("\(id) is just being processed") }
    let record = try ledger.entry(id)?.record ?? adopted(id)
    try remove(id, record, inbox.paths(for: id))
    return Answer(exitCode: 0, text: "\(id): removed")
  }

  private func rename(_ old: AvatarID, to text: String) throws -> Answer {
    guard let new = AvatarID(text), !isIgnored(Places.inbox.appending(new.path)) else {
      throw CommandProblem.usage("\(escaped(text.utf8)) is no id, or a name that is ignored in the inbox")
    }
    guard try ledger.entry(new) == nil, try root.look(Places.manifest(new)) == nil else {
      throw CommandProblem.idExists(new.description)
    }
    guard !inFlight.contains(old) else { throw CommandProblem.noAnswer("\(old) is just being processed") }
    guard let record = try ledger.entry(old)?.record ?? adopted(old), try inspectedIsOurs(old, record) else {
      throw CommandProblem.badData(
        "\(old) has no avatars, or its manifest was edited and is not processed yet")
    }
    try carryOutRename(old, new, record)
    log(.renamed(old, to: new))
    return Answer(exitCode: 0, text: "\(old): renamed to \(new)")
  }

  private func inspectedIsOurs(_ id: AvatarID, _ record: Record) throws -> Bool {
    var found = Found()
    try inspector.inspect(id, record: record, into: &found)
    return found.manifest == .ours && found.original == .intact
  }

  private func carryOutRename(_ old: AvatarID, _ new: AvatarID, _ record: Record) throws {
    let staging = newStaging()
    try root.removeTree(staging)
    try root.makeFolders(staging, mode: Mode.ownFolder)
    do throws(FileFailure) {
      let publication = try publisher.prepareRename(
        old, to: new, record, replaced: keeper.replaced(old), in: staging)
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
