internal import Files
internal import Ledger
internal import Model
internal import Publishing
internal import Reconciling
internal import Watching

extension Change {
  fileprivate var isOfJob: Bool {
    if case .file(let path) = self { Document.kind(of: path.name) == .job } else { false }
  }
}

/// From "look there" to what lies there: the same for events, start-up and re-scans.
extension Scheduler {
  func takeNote(of changes: Set<Change>) {
    // A full comparison comes with all folders that are gone at that moment: the others are there.
    if changes.contains(.everything) { lost = [] }
    for case .gone(let folder) in changes { lose(folder) }
    // A job before its photo, whose id its name need not tell: what is seen first has settled first.
    let jobs = changes.filter(\.isOfJob)
    // Each by itself: trouble with one path is no reason to forget the others.
    for change in Array(jobs) + changes.subtracting(jobs) { guarded { try note(change) } }
  }

  private func note(_ change: Change) throws {
    switch change {
    case .file(let path): try look(path)
    case .folder(let path):
      compareSoon(path)
      try noteName(path)
    case .everything:
      guard lost.isEmpty else { return }
      try rememberPlaces()
      compareSoon(.here)
    case .gone(let folder): try makeAgain(folder)
    case .settings: checkSettings()
    }
  }

  /// A folder may have the name of a file that is missed now, or have given it back.
  private func noteName(_ path: BytePath) throws {
    guard let id = keptID(path), let entry = try ledger.entry(id), entry.record != nil else { return }
    // What could not be made because of it is tried again.
    if entry.failedMade != nil, try root.look(path) == nil { try ledger.clearProblem(id) }
    observe(path, .none)
  }

  /// A folder whose loss takes nothing with it is simply made again.
  private func makeAgain(_ folder: BytePath) throws {
    if folder == Places.failed { try root.makeFolders(folder, mode: Mode.failedFolder) }
  }

  private func lose(_ folder: BytePath) {
    // Nothing is made again on the spot: somebody may still be deleting what else lies beside it.
    if folder == Places.requests, placesAreThere() {
      return beginAnew(Message("event.why.gone", ["folder": Places.own.shown]))
    }
    guard folder != Places.failed, folder != Places.requests else { return }
    guard lost.insert(folder).inserted else { return }
    report(.lost(folder: folder.shown))
  }

  /// Whether the folders that people use are what they were, also by the root's path: else the root itself is gone, as
  /// when it was unmounted, and must not be made anew.
  private func placesAreThere() -> Bool {
    guard let now = try? Root(opening: root.path) else { return false }
    return identities.allSatisfy { place, identity in (try? now.identity(place)) == identity }
  }

  /// What is Tondo's own can be rebuilt from the folders; it is done as after a crash.
  func beginAnew(_ why: Message) {
    guard !isRenewing else { return }
    isRenewing = true
    report(.beginsAnew(why))
    surroundings.renew()
  }

  /// What the watched folders are, so that an empty mount point is not taken for one whose files were deleted.
  func rememberPlaces() throws {
    for place in [Places.inbox, Places.originals, Places.avatars] {
      identities[place] = try root.identity(place)
    }
  }

  /// Answers whether a watched folder is not the one it was.
  func losePlaces() throws -> Bool {
    for (place, identity) in identities where try root.identity(place) != identity { lose(place) }
    return !lost.isEmpty
  }

  /// Fails where a folder is not the one it was, as when something was mounted over it, or is empty and should hold files
  /// of several ids: unmounted, or emptied as a whole.
  ///
  /// With one id an empty folder is what deleting its files leaves.
  func refuseEmptied() throws {
    for (place, identity) in identities where try root.identity(place).map({ $0 != identity }) ?? false {
      throw NodeProblem.covered(place.shown)
    }
    if try root.isEmpty(Places.avatars), try ledger.hasRecords(atLeast: 2) {
      throw NodeProblem.emptied(Places.avatars.shown)
    }
    if try root.isEmpty(Places.originals), try ledger.hasOriginals(atLeast: 2) {
      throw NodeProblem.emptied(Places.originals.shown)
    }
  }

  func look(_ path: BytePath) throws {
    guard !isIgnored(path) else { return }
    switch try root.look(path) {
    case nil: try vanished(path)
    case .folder: compareSoon(path)
    case .other: if path.below(Places.failed) == nil { observe(path, .none) }
    case .file(let signature, _): try seen(path, signature)
    }
  }

  /// A file is there, in this state.
  func seen(_ path: BytePath, _ signature: FileSignature) throws {
    if path.below(Places.inbox) != nil {
      seenInInbox(path, signature)
    } else if let below = path.below(Places.originals) {
      guard let id = AvatarID(original: below) else { return }
      if try !isKept(path, signature, id) { observe(path, signature) }
    } else if let below = path.below(Places.avatars) {
      try seenInAvatars(path, below, signature)
    } else if path.below(Places.requests) != nil {
      try answerRequest(path)
    }
  }

  private func seenInInbox(_ path: BytePath, _ signature: FileSignature) {
    switch inbox[path] {
    case .photo(let known), .incomplete(let known, _), .job(let known, _): if known == signature { return }
    case .settling, nil: break
    }
    observe(path, signature)
  }

  private func isKept(_ path: BytePath, _ signature: FileSignature, _ id: AvatarID) throws -> Bool {
    guard let original = try ledger.entry(id)?.record?.original else { return false }
    return original.file == WirePath(path.bytes) && original.signature == signature
  }

  private func seenInAvatars(_ path: BytePath, _ below: BytePath, _ signature: FileSignature) throws {
    if let id = manifestID(below) {
      if try ledger.entry(id)?.record?.manifestSignature != signature { observe(path, signature) }
    } else if let id = avatarID(below), let record = try ledger.entry(id)?.record,
      let index = record.avatars.firstIndex(where: { Array($0.file.utf8) == path.name }),
      record.avatarSignatures[index] != signature
    {
      observe(path, signature)
    }
  }

  /// Starts (or, where the file changed, starts again) the time that it must stay as it is.
  func observe(_ path: BytePath, _ signature: FileSignature) {
    if settler.unchangedSince(path) != nil, settler.signature(of: path) != signature {
      changedOnce.insert(path)
    }
    settler.observe(path, signature, at: .now)
    patience[path] = nil
    if let below = path.below(Places.inbox) ?? path.below(Places.originals), let id = provisionalID(below) {
      inbox.set(path, .settling, for: id)
    }
  }

  /// A person took a failed file away: what was said of it goes, too.
  private func failureVanished(_ path: BytePath) throws {
    try root.remove(Places.errorText(failed: path))
    try ledger.dropFailure(path)
  }

  private func vanished(_ path: BytePath) throws {
    if path.below(Places.failed) != nil { return try failureVanished(path) }
    settler.forget(path)
    changedOnce.remove(path)
    patience[path] = nil
    writers[path] = nil
    try release(path)
    let id = inbox.remove(path)
    if path.below(Places.inbox) != nil {
      if let id { try decide(id) }
    } else if let id = keptID(path) {
      // It may come back in a moment, as when an editor writes; or all others go, too.
      if try ledger.entry(id)?.record != nil { observe(path, .none) } else { try decide(id) }
    }
  }

  /// The id of an original, avatar or manifest.
  func keptID(_ path: BytePath) -> AvatarID? {
    if let below = path.below(Places.originals) { return AvatarID(original: below) }
    return path.below(Places.avatars).flatMap { manifestID($0) ?? avatarID($0) }
  }

  func isIgnored(_ path: BytePath) -> Bool {
    guard path.below(Places.requests) == nil else { return path.name.last == UInt8(ascii: "~") }
    let parts = path.parts.dropFirst()
    return parts.dropLast().contains { Ignore.name(Array($0), isFolder: true) }
      || parts.last.map { Ignore.name(Array($0), isFolder: false) } ?? false
  }

  // MARK: Names

  /// The id that a file in the inbox is for, as far as its name tells.
  func provisionalID(_ below: BytePath) -> AvatarID? {
    switch Document.kind(of: below.name) {
    case .job: try? AvatarID(job: below)
    case .photo: AvatarID(original: below)
    case .strayJSON, .book: nil
    }
  }

  /// The id of a manifest at this path below `avatars/`.
  func manifestID(_ below: BytePath) -> AvatarID? {
    guard fileExtension(below.name) == Array(".json".utf8) else { return nil }
    return AvatarID(original: below)
  }

  /// The id of an avatar (`ID-SIZE.EXT`) at this path below `avatars/`.
  func avatarID(_ below: BytePath) -> AvatarID? {
    let stem = withoutExtension(below.name)
    guard let dash = stem.lastIndex(of: UInt8(ascii: "-")) else { return nil }
    return AvatarID(below.folder.appending(stem[..<dash]))
  }
}
