package import Files
package import Model

extension Publisher {
  /// Why a publication is not begun.
  package enum Obstacle: Error, Sendable {
    /// The photo or the manifest is not in the state any more from which the avatars were made.
    case changed
    case failed(FileFailure)
  }

  /// Decides all names and moves, and writes what is not yet in the staging folder.
  ///
  /// Nothing visible changes.
  package func prepare(_ order: Order, in staging: BytePath) throws(Obstacle) -> Publication {
    let publication: Publication?
    do throws(FileFailure) { publication = try prepared(order, staging) } catch { throw .failed(error) }
    guard let publication else { throw .changed }
    return publication
  }

  private func prepared(_ order: Order, _ staging: BytePath) throws(FileFailure) -> Publication? {
    guard try manifestText(order.id) == order.expectedManifest else { return nil }
    var taken: Taken?
    if let source = order.source {
      taken = try takeOriginal(source, order, staging)
      if taken == nil { return nil }
    }
    var moves = try taken.map { taken throws(FileFailure) in try makeWay(order, taken) } ?? []
    var copied = try takeSuperseded(order, staging, &moves)
    if let source = taken?.copied { copied.append(source) }
    let record = record(order, taken)
    let manifest = try stageManifest(order, record, staging)
    let folder = Places.avatars.appending(order.id.path.folder)
    let publication = Publication(
      id: order.id, record: record, retired: moves, original: taken?.move, copied: copied,
      avatars: zip(order.staged, record.avatars).map { staged, avatar in
        Publication.Staged(staged: staged, to: folder.appending(avatar.file.utf8), sha256: avatar.sha256)
      },
      dropped: try dropped(order, record, folder), manifest: manifest,
      expectedManifest: order.expectedManifest,
      jobs: order.jobs)
    try clearTheWay(publication)
    return publication
  }

  private func manifestText(_ id: AvatarID) throws(FileFailure) -> String? {
    try root.digest(Places.manifest(id))?.sha256
  }

  /// Makes all folders, and fails where something has a name that a file needs: once begun, it would be too late.
  func clearTheWay(_ publication: Publication) throws(FileFailure) {
    let moves = publication.moves
    for move in moves { try root.makeFolders(move.to.path.folder, mode: Mode.ownFolder) }
    let shown = publication.avatars.map(\.to.path) + [publication.manifest.to.path]
    for folder in Set(shown.map(\.folder)).sorted() { try root.makeFolders(folder, mode: Mode.avatarFolder) }
    let folders = Set((moves.flatMap { [$0.from.path, $0.to.path] } + shown).map(\.folder))
    for folder in folders.sorted() { try root.refuseLocked(folder) }
    for path in moves.map(\.to.path) + shown where try root.look(path) == .folder {
      throw FileFailure.isFolder(path)
    }
    // An avatar replaces a link; an original is never put over anything.
    for path in moves.map(\.to.path) where try root.look(path) == .other { throw FileFailure.isTaken(path) }
  }

  // MARK: The manifest

  private func record(_ order: Order, _ taken: Taken?) -> Record {
    Record(
      original: taken.flatMap { original(order, $0) } ?? order.record?.original,
      attributes: order.rendering.attributes, crop: order.rendering.crop, avatars: order.avatars,
      avatarSignatures: [], warnings: order.warnings, made: order.made, processed: order.processed,
      manifest: "", manifestSignature: .none,
      job: order.jobs.last.map { Record.AppliedJob(file: $0.path, signature: $0.signature) }
        ?? order.record?.job)
  }

  private func original(_ order: Order, _ taken: Taken) -> Record.Original? {
    order.rendering.original.map {
      Record.Original(file: WirePath(taken.kept.bytes), facts: $0, signature: taken.signature)
    }
  }

  private func stageManifest(
    _ order: Order, _ record: Record, _ staging: BytePath
  ) throws(FileFailure) -> Publication.Staged {
    let staged = staging.appending(Array("manifest.json".utf8))
    let sha256 = try stage(
      Manifest(id: order.id, attributes: record.attributes, account: .init(record)), at: staged)
    return Publication.Staged(staged: staged, to: Places.manifest(order.id), sha256: sha256)
  }

  /// Avatars of the last run that are not made any more, where they are what was written.
  private func dropped(
    _ order: Order, _ record: Record, _ folder: BytePath
  ) throws(FileFailure) -> [Publication.Doomed] {
    let names = Set(record.avatars.map(\.file))
    var dropped: [Publication.Doomed] = []
    for avatar in order.record?.avatars ?? [] where !names.contains(avatar.file) {
      let path = folder.appending(avatar.file.utf8)
      guard let now = try root.digest(path), now.sha256 == avatar.sha256 else { continue }
      dropped.append(Publication.Doomed(path, now.signature))
    }
    return dropped
  }
}
