internal import Digest
package import Files
package import Model

/// Carries out publications: the only code that writes into `originals/`, `avatars/` and `replaced/`.
package struct Publisher: Sendable {
  let root: Root
  /// Called before each visible step; tests end it there, as a crash would, or let somebody else write.
  let pause: @Sendable () throws(FileFailure) -> Void

  package init(root: Root) { self.init(root: root, pause: {}) }

  init(root: Root, pause: @escaping @Sendable () throws(FileFailure) -> Void) {
    self.root = root
    self.pause = pause
  }

  /// Where a publication's intent lies in its staging folder.
  package static func intent(in staging: BytePath) -> BytePath {
    staging.appending(Array("intent.json".utf8))
  }

  /// Writes the intent.
  ///
  /// From here on the publication happens, now or after a crash.
  package func commit(_ publication: Publication, in staging: BytePath) throws(FileFailure) {
    for avatar in publication.avatars { try root.syncFile(avatar.staged.path) }
    for move in publication.moves { try sync(move.from.path) }
    let text = (try? Wire.line(publication)) ?? []
    let draft = staging.appending(Array("intent.draft".utf8))
    try root.recreate(draft, text, mode: Mode.own)
    try root.rename(draft, to: Self.intent(in: staging))
    try root.syncFolder(staging)
  }

  /// What was dropped just now may be in memory alone, and whoever dropped it may have no other copy.
  private func sync(_ original: BytePath) throws(FileFailure) {
    guard original.below(Places.inbox) != nil else { return }
    do throws(FileFailure) { try root.syncFile(original) } catch {
      // It went or changed meanwhile: that is noticed when it is moved.
      guard error.isMissing || root.isOnlyThere(error) else { throw error }
    }
  }

  /// Does every step that is not done yet, and answers the record of what now lies in the folders.
  package func carryOut(_ publication: Publication) throws(FileFailure) -> Record {
    for file in publication.moves { try move(file) }
    var placed: Set<WirePath> = []
    for avatar in publication.avatars where try place(avatar) { placed.insert(avatar.to) }
    let outcome = try swap(publication)
    try drop(publication.dropped)
    try syncFolders(publication)
    try drop(publication.jobs + publication.copied)
    return try record(publication, outcome, placed)
  }

  /// Moves a file that still is the one that was meant.
  private func move(_ file: Publication.Move) throws(FileFailure) {
    try pause()
    guard let now = try root.signature(file.from.path), now.sameContent(as: file.signature) else { return }
    try root.makeFolders(file.to.path.folder, mode: Mode.ownFolder)
    try root.renameNew(file.from.path, to: file.to.path)
  }

  /// Answers false where it was done before.
  private func place(_ avatar: Publication.Staged) throws(FileFailure) -> Bool {
    try pause()
    guard try root.signature(avatar.staged.path) != nil else { return false }
    try root.makeFolders(avatar.to.path.folder, mode: Mode.avatarFolder)
    try root.rename(avatar.staged.path, to: avatar.to.path)
    return true
  }

  private func swap(_ publication: Publication) throws(FileFailure) -> ManifestSwap.Outcome {
    let path = publication.manifest.to.path
    try root.makeFolders(path.folder, mode: Mode.avatarFolder)
    return try ManifestSwap(
      root: root, staged: publication.manifest.staged.path, path: path, new: publication.manifest.sha256,
      expected: publication.expectedManifest, pause: pause
    ).run()
  }

  private func drop(_ doomed: [Publication.Doomed]) throws(FileFailure) {
    for file in doomed {
      try pause()
      try root.remove(file.path.path, as: file.signature)
    }
  }

  private func syncFolders(_ publication: Publication) throws(FileFailure) {
    let touched =
      publication.moves.flatMap { [$0.to.path.folder, $0.from.path.folder] }
      + publication.avatars.map(\.to.path.folder) + [publication.manifest.to.path.folder]
    for folder in Set(touched).sorted() where try root.look(folder) == .folder {
      try root.syncFolder(folder)
    }
  }

  private func record(
    _ publication: Publication, _ outcome: ManifestSwap.Outcome, _ placed: Set<WirePath>
  ) throws(FileFailure) -> Record {
    var record = publication.record
    record.manifest = publication.manifest.sha256
    // A file that changed just before it was moved keeps the old signature here, and is so noticed as changed.
    if let original = record.original, let now = try root.signature(original.file.path),
      now.sameContent(as: original.signature)
    {
      record.original?.signature = now
    }
    record.avatarSignatures = try signatures(publication.avatars, placed)
    record.manifestSignature =
      outcome == .published
      ? try signature(of: publication.manifest.sha256, at: publication.manifest.to.path) : .none
    return record
  }

  /// The state in which a file holds these bytes; none where it holds others: somebody may edit a manifest as soon as
  /// it lies there, and an edit must not pass for what Tondo wrote.
  func signature(of sha256: String, at path: BytePath) throws(FileFailure) -> FileSignature {
    guard let now = try root.digest(path), now.sha256 == sha256 else { return .none }
    return now.signature
  }

  /// What was placed before a crash may have been changed since.
  private func signatures(
    _ avatars: [Publication.Staged], _ placed: Set<WirePath>
  ) throws(FileFailure) -> [FileSignature] {
    guard let folder = avatars.first?.to.path.folder else { return [] }
    let now = try root.signatures(of: avatars.map(\.to.path.name), in: folder)
    return try zip(avatars, now).map { avatar, now throws(FileFailure) in
      placed.contains(avatar.to) ? now ?? .none : try signature(of: avatar.sha256, at: avatar.to.path)
    }
  }
}
