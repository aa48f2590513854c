internal import Files
internal import Ledger
internal import Model
internal import Publishing
internal import Reconciling
internal import Watching

/// The full comparison of folders and ledger, and what a crash left behind.
extension Scheduler {
  static let filesPerPage = 1024
  static let decisionsPerPage = 32

  /// Sees to it that a folder, with all that lies below, is compared with what is known of it; `here` is everything.
  func compareSoon(_ folder: BytePath) {
    toCompare.insert(folder)
    guard phase == .running, comparing == nil else { return }
    comparing = Task(executorPreference: TaskThread("tondo.comparing")) { await self.compareNow() }
  }

  private func compareNow() async {
    while phase == .running, let folder = takeFolder() {
      let wasPaused = pause.map { $0.until <= .now } ?? false
      do {
        folder == .here ? try await compareEverything() : try await compare(folder)
        if wasPaused, folder == .here { try endPauseNow() }
      } catch is CancellationError {} catch { trouble(error) }
    }
    comparing = nil
    tick()
  }

  private func takeFolder() -> BytePath? {
    guard toCompare.contains(.here) else { return toCompare.popFirst() }
    toCompare = []
    return .here
  }

  /// What is new, changed or gone is found, whatever events were lost.
  func compareEverything() async throws {
    guard lost.isEmpty else { return }
    try refuseEmptied()
    try await walk(Places.inbox)
    try await compareInbox { _ in true }
    try await compareIDs(below: .here)
    try await walk(Places.requests)
    try keeper.sweepFailed()
    try compareFailed()
    try decideRest()
    vitals.comparisons += 1
    nextRescan = settings.rescan > 0 ? .now + .seconds(settings.rescan) : nil
  }

  /// Failed files that are gone, or that a ledger which was rebuilt does not know.
  private func compareFailed() throws {
    let known = Set(try ledger.failures().map(\.path))
    let found = Set(try keeper.allFailed())
    for path in known.subtracting(found) { try ledger.dropFailure(path) }
    for path in found.subtracting(known) {
      try ledger.recordFailure(path, attempts: 0, problem: try keeper.reason(path))
    }
  }

  /// What a folder held may have left with it, and then has no event of its own.
  private func compare(_ folder: BytePath) async throws {
    guard lost.isEmpty, !isIgnored(folder) else { return }
    if folder.within(Places.inbox) != nil || folder.within(Places.requests) != nil { try await walk(folder) }
    try await compareInbox { path in path.below(folder) != nil }
    for place in [Places.originals, Places.avatars] {
      if let below = folder.within(place) { try await compareIDs(below: below) }
    }
  }

  /// Files that are remembered and not there any more.
  private func compareInbox(_ isMeant: (BytePath) -> Bool) async throws {
    for (count, path) in inbox.all.lazy.filter(isMeant).enumerated() {
      if count % Self.filesPerPage == 0 { try await breathe() }
      try step()
      do {
        if try root.look(path) == nil { try look(path) }
      } catch let failure as FileFailure where root.isOnlyThere(failure) {
        log(.cannotRead(path: path.shown, systemText(failure.number)))
      }
    }
  }

  /// Looks at all files in and below a folder.
  private func walk(_ start: BytePath) async throws {
    var failure: (any Error)?
    var open = [start]
    while let path = open.popLast() {
      let folder: OpenFolder
      do throws(ScanFailure) { folder = try OpenFolder(root: root.path, path) } catch {
        tell(error)
        continue
      }
      if let unlisted = folder.failure { tell(unlisted) }
      var folders: [BytePath] = []
      // As with changes, jobs come first.
      var (jobs, others): ([Int], [Int]) = ([], [])
      for index in 0..<folder.count {
        if Document.kind(of: folder.name(index)) == .job { jobs.append(index) } else { others.append(index) }
      }
      for (count, index) in (jobs + others).enumerated() {
        if count % Self.filesPerPage == 0 { try await breathe() }
        try step()
        let found = folder.look(index)
        if found == .folder { folders.append(path.appending(folder.name(index))) }
        // Each by itself: trouble with one file is no reason to forget the others.
        do { try scanned(found, path.appending(folder.name(index))) } catch { failure = error }
      }
      open += folders.reversed().filter { !isIgnored($0) }
    }
    if let failure { throw failure }
  }

  /// Lets what else waits for this actor go first.
  ///
  /// Throws `CancellationError` where the daemon stops, or a folder is gone: all is compared when it is back.
  func breathe() async throws {
    await withCheckedContinuation { turn in executor.call { turn.resume() } }
    if phase == .stopping || !lost.isEmpty { throw CancellationError() }
  }

  private func scanned(_ found: Look, _ path: BytePath) throws {
    switch found {
    case .missing, .folder: break
    case .unreadable(let number): tell(ScanFailure(path: path, number: number))
    case .file(let file):
      guard !isIgnored(path) else { return try sweepUpload(path) }
      if file.kind == .regular {
        try seen(path, file.signature)
      } else if path.below(Places.inbox) != nil {
        observe(path, .none)
      }
    }
  }

  /// An upload that a crash has cut short; while this daemon works, it is one of its own.
  private func sweepUpload(_ path: BytePath) throws {
    if phase == .starting, path.below(Places.inbox) != nil, Uploads.isUpload(path.name) {
      try root.remove(path)
    }
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
