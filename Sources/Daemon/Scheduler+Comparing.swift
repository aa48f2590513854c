internal import Files
internal import Ledger
internal import Model
internal import Reconciling
internal import Watching

/// The comparison of what is known of ids with what lies in their folders.
///
/// Only signatures are looked at; what differs is read later. A page at a time, so that memory stays flat, and whatever
/// else there is to do goes in between.
extension Scheduler {
  /// Ids whose files are not as recorded, or that the settings in force would make differently, are decided anew;
  /// manifests that nobody knows are taken over, and other strangers noted.
  func compareIDs(below start: BytePath) async throws {
    var open = [start]
    while let folder = open.popLast() {
      var comparison = FolderComparison(root, folder)
      let different = try await compareRecords(&comparison)
      try await takeOverManifests(comparison)
      try await noteOriginals(comparison)
      for failure in comparison.failures { tell(failure) }
      try await decideAll(different)
      open += comparison.folders.sorted().reversed()
    }
  }

  func tell(_ failure: ScanFailure) {
    if failure.number != FileFailure.missing {
      log(.cannotRead(path: failure.path.shown, systemText(failure.number)))
    }
  }

  // MARK: Records

  private func compareRecords(_ comparison: inout FolderComparison) async throws -> [AvatarID] {
    var different: [AvatarID] = []
    var position: Ledger.Position?
    repeat {
      let page = try ledger.page(of: comparison.folder, from: position, atMost: Self.filesPerPage)
      comparison.add(page.folders)
      let made = made
      let wanted = page.entries.mapOnAllProcessors { entry in
        entry.record.map { made(entry.id, $0.original?.facts.sha256, $0.attributes) }
      }
      for (entry, wanted) in zip(page.entries, wanted) where try isDifferent(entry, wanted, comparison) {
        different.append(entry.id)
      }
      position = page.next
      try await breathe()
    } while position != nil
    return different
  }

  /// `wanted`: the fingerprint under the settings in force.
  private func isDifferent(_ entry: Entry, _ wanted: String?, _ comparison: FolderComparison) throws -> Bool {
    try step()
    guard let record = entry.record else { return false }
    let filesDiffer = try filesDiffer(entry.id, record, comparison)
    guard entry.state == .ready || entry.state == .failed else { return false }
    // What somebody else has to mend, such as a locked folder, may be mended, and all is as recorded.
    let mayBeMended = entry.state == .failed && entry.failedMade == nil
    return filesDiffer || mayBeMended || record.made != wanted
  }

  private func filesDiffer(_ id: AvatarID, _ record: Record, _ comparison: FolderComparison) throws -> Bool {
    let (avatars, originals) = (comparison.avatars, comparison.originals)
    var differ = false
    if let original = record.original,
      try differs(originals, original.file.path.name, original.signature)
    {
      differ = true
    }
    if try differs(avatars, id.path.name + Array(".json".utf8), record.manifestSignature) { differ = true }
    for (avatar, signature) in zip(record.avatars, record.avatarSignatures)
    where try differs(avatars, Array(avatar.file.utf8), signature) { differ = true }
    return differ
  }

  /// What differs and is there has to settle.
  private func differs(
    _ side: FolderComparison.Side, _ name: [UInt8], _ signature: FileSignature
  ) throws -> Bool {
    let found = side.claim(name)
    if found == signature { return false }
    if let found { try seen(side.path.appending(name), found) }
    return true
  }

  private func decideAll(_ ids: [AvatarID]) async throws {
    // All at once: trouble with the first must not make the others be forgotten.
    undecided.formUnion(ids)
    for (count, id) in ids.enumerated() {
      if count % Self.decisionsPerPage == 0 {
        try await breathe()
        // A folder that was taken away with all its files is no reason to do anything to them.
        if try losePlaces() { throw CancellationError() }
      }
      try decide(id)
    }
  }

  // MARK: Strangers

  private func takeOverManifests(_ comparison: FolderComparison) async throws {
    var position = 0
    let suffix = Array(".json".utf8)
    while let files = comparison.avatars.strangers(
      from: &position, atMost: Self.filesPerPage, where: { $0.suffix(suffix.count).elementsEqual(suffix) })
    {
      var records: [(AvatarID, Record)] = []
      try step(files.count)
      for (file, read) in zip(files, readManifests(files)) {
        if let read, let found = try adoptable(file, read, comparison) {
          records.append(found)
        } else {
          try seen(file.path, file.signature)
        }
      }
      try ledger.transaction { () throws(LedgerFailure) in
        for (id, record) in records { try ledger.adopt(id, record) }
      }
      try await breathe()
    }
  }

  /// A manifest that was read, and the fingerprint that it should have.
  private struct ReadManifest: Sendable {
    var id: AvatarID
    var edit: ManifestEdit
    var wanted: String
  }

  private func readManifests(_ files: [ScannedFile]) -> [ReadManifest?] {
    let (inspector, made) = (inspector, made)
    return files.mapOnAllProcessors { file in
      guard let below = file.path.below(Places.avatars), let id = AvatarID(original: below) else {
        return nil
      }
      var found = Found()
      // What cannot be read now is looked at again when it has settled.
      try? inspector.inspect(id, record: nil, into: &found)
      guard case .edited(let edit) = found.manifest, let account = edit.manifest.account else { return nil }
      return ReadManifest(
        id: id, edit: edit, wanted: made(id, account.original?.facts.sha256, edit.manifest.attributes))
    }
  }

  /// The record of a manifest that nobody knows, where all is as it says and as the settings in force would have it.
  ///
  /// There is nothing to do then, so that it need not settle; anything else has to.
  private func adoptable(
    _ file: ScannedFile, _ read: ReadManifest, _ comparison: FolderComparison
  ) throws -> (AvatarID, Record)? {
    guard read.edit.signature == file.signature, try ledger.entry(read.id) == nil,
      let record = try Adoption.record(read.id, read.edit, signature: comparison.signature),
      record.isTrusted, record.made == read.wanted
    else { return nil }
    if let original = record.original { _ = comparison.originals.claim(original.file.path.name) }
    return (read.id, record)
  }

  private func noteOriginals(_ comparison: FolderComparison) async throws {
    var position = 0
    while let files = comparison.originals.strangers(
      from: &position, atMost: Self.filesPerPage, where: { _ in true })
    {
      for file in files { try seen(file.path, file.signature) }
      try step(files.count)
      try await breathe()
    }
  }
}

extension Record {
  /// Whether each file is the one that the manifest tells of, as far as that can be told without reading it.
  fileprivate var isTrusted: Bool {
    (attributes.placement != nil || attributes.placeholder != nil)
      && original?.signature != FileSignature.none
      && !avatarSignatures.contains(.none)
  }
}
