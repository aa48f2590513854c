internal import Files
internal import Ledger
internal import Model
internal import Publishing
internal import Reconciling
internal import Watching

/// The full comparison of folders and ledger, and what a crash left behind.
extension Scheduler {
  /// Compares everything: what is new, changed or gone is found, whatever events were lost.
  func scan() throws {
    guard lost.isEmpty else { return }
    for place in [Places.inbox, Places.originals, Places.avatars, Places.requests] { try scan(below: place) }
    try compareInbox { _ in true }
    try compareRecords()
    try keeper.sweepFailed()
    for failure in try ledger.failures() where try root.look(failure.path) == nil {
      try ledger.dropFailure(failure.path)
    }
    try decideRest()
    nextRescan = settings.rescan > 0 ? .now + .seconds(settings.rescan) : nil
  }

  /// What a folder held may have left with it, and then has no event of its own.
  func compare(below folders: [BytePath]) throws {
    guard !folders.isEmpty else { return }
    let all = Set(folders)
    try compareInbox { path in path.folders.contains(where: all.contains) }
    for folder in folders {
      guard let below = [Places.originals, Places.avatars].lazy.compactMap({ folder.within($0) }).first
      else { continue }
      try compareRecords(below: below)
    }
  }

  /// Files that are remembered and not there any more.
  private func compareInbox(_ isMeant: (BytePath) -> Bool) throws {
    for path in inbox.all where isMeant(path) {
      do {
        if try root.look(path) == nil { try look(path) }
      } catch let failure as FileFailure where root.isOnlyThere(failure) {
        log(.cannotRead(path: path.shown, systemText(failure.number)))
      }
    }
  }

  func scan(below folder: BytePath) throws {
    var failure: (any Error)?
    let ignoring = folder == Places.inbox || folder.below(Places.inbox) != nil
    let failures = FolderScan.walk(root: root.path, below: folder, ignoring: ignoring) { file in
      do { try scanned(file) } catch { failure = error }
    }
    for unreadable in failures where unreadable.number != FileFailure.missing {
      log(.cannotRead(path: unreadable.path.shown, systemText(unreadable.number)))
    }
    if let failure { throw failure }
  }

  private func scanned(_ file: ScannedFile) throws {
    guard !isIgnored(file.path) else { return }
    if file.kind == .regular {
      try seen(file.path, file.signature)
    } else if file.path.below(Places.inbox) != nil {
      observe(file.path, .none)
    }
  }

  /// Ids whose files are not as recorded, or that the settings in force would make differently.
  private func compareRecords(below folder: BytePath = .here) throws {
    let made = made
    var different: [AvatarID] = []
    try ledger.forEach(below: folder) { entry throws(LedgerFailure) in
      guard let record = entry.record, entry.state == .ready || entry.state == .failed else { return true }
      // What somebody else has to mend, such as a locked folder, may be mended, and all is as recorded.
      let mayBeMended = entry.state == .failed && entry.failedMade == nil
      if mayBeMended || record.made != made(record.facts.sha256, record.attributes)
        || !isAsRecorded(entry.id, record)
      {
        different.append(entry.id)
      }
      return true
    }
    undecided.formUnion(different)
    for id in different { try decide(id) }
  }

  /// Only looks at signatures; what differs is read later.
  private func isAsRecorded(_ id: AvatarID, _ record: Record) -> Bool {
    let folder = Places.avatars.appending(id.path.folder)
    do throws(FileFailure) {
      guard try root.signature(record.original.path) == record.originalSignature else { return false }
      guard try root.signature(Places.manifest(id)) == record.manifestSignature else { return false }
      for (avatar, signature) in zip(record.avatars, record.avatarSignatures) {
        guard try root.signature(folder.appending(avatar.file.utf8)) == signature else { return false }
      }
      return true
    } catch { return false }
  }

  /// Answers that nobody fetched.
  func sweepRequests() throws {
    for name in try root.names(in: Places.requests)
    where fileExtension(name) != Array(Self.requestSuffix.utf8) && !Processors.isAlive(withoutExtension(name))
    {
      try root.remove(Places.requests.appending(name))
    }
  }

  /// Publications that had begun are finished; all else in staging was never seen by anybody, and goes.
  func finishInterrupted() throws {
    try root.makeFolders(Places.staging, mode: Mode.ownFolder)
    for name in try root.names(in: Places.staging) {
      let staging = Places.staging.appending(name)
      if let intent = try root.read(Publisher.intent(in: staging), atMost: 1 << 24) {
        try finishInterrupted(intent.bytes)
      }
      try root.removeTree(staging)
      try root.remove(staging)
    }
  }

  private func finishInterrupted(_ intent: [UInt8]) throws {
    // Written whole or not at all; one that an earlier version wrote otherwise is made again from the folders.
    guard let publication = try? Wire.value(Publication.self, from: intent),
      let id = AvatarID(publication.id.path)
    else { return }
    guard let record = try finished(publication) else { return }
    try takeOver(publication, record)
    log(.finishedAfterCrash(id))
  }
}
