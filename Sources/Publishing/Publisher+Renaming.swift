package import Files
package import Model

extension Publisher {
  /// A publication that gives an id another name: nothing is made anew, everything moves.
  ///
  /// `jobs` belong to the old name, and go: what they asked for is in the manifest.
  package func prepareRename(
    _ old: AvatarID, to new: AvatarID, _ record: Record, replaced: [BytePath],
    jobs: [Publication.Doomed] = [], in staging: BytePath
  ) throws(FileFailure) -> Publication {
    let moved = renamed(record, old, new)
    let staged = staging.appending(Array("manifest.json".utf8))
    let sha256 = try stage(Manifest(id: new, attributes: moved.attributes, account: .init(moved)), at: staged)
    var publication = Publication(
      id: new, record: moved, retired: try moves(replaced, old, new),
      original: record.original.map { original in
        .init(from: original.file.path, to: kept(original, new), signature: original.signature)
      },
      copied: [], avatars: avatars(record, moved, old, new), dropped: try manifest(old),
      manifest: .init(staged: staged, to: Places.manifest(new), sha256: sha256), expectedManifest: nil,
      jobs: jobs)
    publication.renamed = WirePath(old.path.bytes)
    try clearTheWay(publication)
    try refuseTaken(publication)
    return publication
  }

  /// The old manifest goes as it is now, which may be another file with the same text.
  private func manifest(_ old: AvatarID) throws(FileFailure) -> [Publication.Doomed] {
    let path = Places.manifest(old)
    return try root.signature(path).map { [.init(path, $0)] } ?? []
  }

  private func refuseTaken(_ publication: Publication) throws(FileFailure) {
    let names = publication.moves.map(\.to.path) + publication.avatars.map(\.to.path)
    for name in names where try root.look(name) != nil { throw FileFailure.isTaken(name) }
  }

  private func renamed(_ record: Record, _ old: AvatarID, _ new: AvatarID) -> Record {
    var moved = record
    if let original = record.original { moved.original?.file = WirePath(kept(original, new).bytes) }
    for index in moved.avatars.indices {
      let suffix = record.avatars[index].file.utf8.dropFirst(old.path.name.count)
      moved.avatars[index].file = String(decoding: new.path.name + Array(suffix), as: UTF8.self)
    }
    moved.job = nil
    return moved
  }

  private func kept(_ original: Record.Original, _ new: AvatarID) -> BytePath {
    let folder = Places.originals.appending(new.path.folder)
    let name = new.path.name + fileExtension(original.file.path.name)
    // Without an extension of its own, the end of a name such as `jane.doe` would be taken for one: another id's.
    let isNames = withoutExtension(name) == new.path.name
    return folder.appending(isNames ? name : name + Array(".\(original.facts.format.rawValue)".utf8))
  }

  private func avatars(_ record: Record, _ moved: Record, _ old: AvatarID, _ new: AvatarID)
    -> [Publication.Staged]
  {
    zip(record.avatars, moved.avatars).map { before, after in
      .init(
        staged: Places.avatars.appending(old.path.folder).appending(before.file.utf8),
        to: Places.avatars.appending(new.path.folder).appending(after.file.utf8), sha256: after.sha256)
    }
  }

  /// The earlier originals go with it.
  private func moves(_ replaced: [BytePath], _ old: AvatarID, _ new: AvatarID) throws(FileFailure)
    -> [Publication.Move]
  {
    var moves: [Publication.Move] = []
    for path in replaced {
      guard let signature = try root.signature(path) else { continue }
      let name = new.path.name + Array(path.name.dropFirst(old.path.name.count))
      let to = Places.replaced.appending(new.path.folder).appending(name)
      moves.append(.init(from: path, to: to, signature: signature))
    }
    return moves
  }
}
