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
    guard try manifestText(order.id) == order.expectedManifest, let taken = try takeOriginal(order, staging)
    else { return nil }
    let record = record(order, taken)
    try refuseTakenNames(order, record)
    let manifest = try stageManifest(order, record, staging)
    let folder = Places.avatars.appending(order.id.path.folder)
    return Publication(
      id: order.id, record: record, retired: try retired(order, taken), original: taken.move,
      copiedFrom: taken.copied,
      avatars: zip(order.staged, record.avatars).map { staged, avatar in
        Publication.Staged(staged: staged, to: folder.appending(avatar.file.utf8), sha256: avatar.sha256)
      },
      dropped: dropped(order, record, folder), manifest: manifest, expectedManifest: order.expectedManifest,
      jobs: order.jobs)
  }

  private func manifestText(_ id: AvatarID) throws(FileFailure) -> String? {
    try root.digest(Places.manifest(id))?.sha256
  }

  // MARK: Names

  /// What stands in the way of a name is found while nothing has been moved yet: half a publication would wait for ever.
  private func refuseTakenNames(_ order: Order, _ record: Record) throws(FileFailure) {
    let folder = Places.avatars.appending(order.id.path.folder)
    for path in record.avatars.map({ folder.appending($0.file.utf8) }) + [Places.manifest(order.id), order.kept] {
      try refuseTaken(path)
    }
  }

  private func refuseTaken(_ path: BytePath) throws(FileFailure) {
    let kind = try root.look(path)
    if kind == .folder { throw FileFailure(doing: "make", path: path.shown, number: FileFailure.isFolder) }
    // An avatar replaces a link; an original is never put over anything.
    if kind == .other, path.below(Places.originals) != nil {
      throw FileFailure(doing: "make", path: path.shown, number: FileFailure.taken)
    }
    var folder = path.folder
    while !folder.bytes.isEmpty, try root.look(folder) == nil { folder = folder.folder }
    if !folder.bytes.isEmpty, try root.look(folder) != .folder {
      throw FileFailure(doing: "make", path: folder.shown, number: FileFailure.noFolder)
    }
  }

  // MARK: The original

  private struct Taken {
    var move: Publication.Move?
    var copied: Publication.Doomed?
    var signature: FileSignature
  }

  /// Nil where the photo is not what was rendered.
  private func takeOriginal(_ order: Order, _ staging: BytePath) throws(FileFailure) -> Taken? {
    let source = order.source.path.path
    guard case .file(let signature, let links) = try root.look(source), signature == order.source.signature
    else { return nil }
    if source == order.kept { return Taken(signature: signature) }
    if links == 1, try root.canRename(from: source.folder, to: Places.originals) {
      return Taken(move: .init(from: source, to: order.kept, signature: signature), signature: signature)
    }
    return try copyOriginal(order, source, signature, staging)
  }

  /// From another file system, or where another name of the same file could still be written to.
  private func copyOriginal(
    _ order: Order, _ source: BytePath, _ signature: FileSignature, _ staging: BytePath
  ) throws(FileFailure) -> Taken? {
    let copy = staging.appending(Array("original".utf8))
    try root.remove(copy)
    let read = try root.copy(source, to: copy, mode: Mode.own)
    guard read.sha256 == order.rendering.original.sha256, let copied = try root.signature(copy) else {
      return nil
    }
    return Taken(
      move: .init(from: copy, to: order.kept, signature: copied), copied: .init(source, signature),
      signature: copied)
  }

  /// The replaced original first, then what else stands where the new one goes, then earlier photos of the id.
  private func retired(_ order: Order, _ taken: Taken) throws(FileFailure) -> [Publication.Move] {
    let source = order.source.path.path
    var leaving: [BytePath] = []
    if let old = order.record?.original.path, old != source { leaving.append(old) }
    if taken.move != nil, !leaving.contains(order.kept) { leaving.append(order.kept) }
    leaving += order.superseded.map(\.path.path)
    var moves: [Publication.Move] = []
    for path in leaving {
      guard let signature = try root.signature(path) else { continue }
      let below = path.below(Places.inbox) ?? path.below(Places.originals) ?? path
      moves.append(.init(from: path, to: try free(below, order.stamp, besides: moves), signature: signature))
    }
    return moves
  }

  private func free(_ below: BytePath, _ stamp: String, besides: [Publication.Move]) throws(FileFailure)
    -> BytePath
  {
    var turn = 1
    while true {
      let path = Places.stamped(Places.replaced.appending(below), stamp, turn: turn)
      if try root.look(path) == nil, !besides.contains(where: { $0.to.path == path }) { return path }
      turn += 1
    }
  }

  // MARK: The manifest

  private func record(_ order: Order, _ taken: Taken) -> Record {
    Record(
      original: WirePath(order.kept.bytes), facts: order.rendering.original,
      originalSignature: taken.signature,
      attributes: order.rendering.attributes, crop: order.rendering.crop, avatars: order.avatars,
      avatarSignatures: [], warnings: order.warnings, made: order.made, processed: order.processed,
      manifest: "",
      manifestSignature: .none,
      job: order.jobs.last.map { Record.AppliedJob(file: $0.path, signature: $0.signature) }
        ?? order.record?.job)
  }

  private func stageManifest(
    _ order: Order, _ record: Record, _ staging: BytePath
  ) throws(FileFailure) -> Publication.Staged {
    let staged = staging.appending(Array("manifest.json".utf8))
    let sha256 = try stage(
      Manifest(id: order.id, attributes: record.attributes, account: .init(record)), at: staged)
    return Publication.Staged(staged: staged, to: Places.manifest(order.id), sha256: sha256)
  }

  /// Avatars of the last run that are not made any more.
  private func dropped(_ order: Order, _ record: Record, _ folder: BytePath) -> [Publication.Doomed] {
    guard let old = order.record else { return [] }
    let names = Set(record.avatars.map(\.file))
    return zip(old.avatars, old.avatarSignatures).filter { !names.contains($0.0.file) }
      .map { Publication.Doomed(folder.appending($0.0.file.utf8), $0.1) }
  }
}
