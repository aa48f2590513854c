internal import Files
internal import Model

/// What becomes of the photos: the new one moves in, others move out.
extension Publisher {
  /// How a file gets to where it is kept.
  struct Taken {
    /// Nil where it lies there already.
    var move: Publication.Move?
    /// What the moved file was copied from.
    var copied: Publication.Doomed?
    /// Where it lies then.
    var kept: BytePath
    var signature: FileSignature
  }

  /// Nil where the photo is not what was rendered.
  func takeOriginal(
    _ source: Publication.Doomed, _ order: Order, _ staging: BytePath
  ) throws(FileFailure) -> Taken? {
    let (path, kept) = (source.path.path, order.kept(source))
    guard let signature = try root.signature(path), signature == source.signature else { return nil }
    if path == kept { return Taken(kept: kept, signature: signature) }
    return try take(source, to: kept, sha256: order.rendering.original?.sha256, staging)
  }

  /// Earlier photos of the id; what is gone or changed meanwhile is no matter of this publication.
  func takeSuperseded(_ order: Order, _ staging: BytePath, _ moves: inout [Publication.Move])
    throws(FileFailure) -> [Publication.Doomed]
  {
    var copied: [Publication.Doomed] = []
    for photo in order.superseded {
      let to = try free(photo.path.path, order.stamp, besides: moves)
      guard let taken = try take(photo, to: to, sha256: nil, staging), let move = taken.move else { continue }
      moves.append(move)
      if let source = taken.copied { copied.append(source) }
    }
    return copied
  }

  /// The replaced original, then what else stands where the new one goes.
  func makeWay(_ order: Order, _ taken: Taken) throws(FileFailure) -> [Publication.Move] {
    var leaving: [BytePath] = []
    if let old = order.record?.original?.file.path, old != order.source?.path.path { leaving.append(old) }
    if taken.move != nil, !leaving.contains(taken.kept) { leaving.append(taken.kept) }
    var moves: [Publication.Move] = []
    for path in leaving {
      guard let signature = try root.signature(path) else { continue }
      moves.append(
        .init(from: path, to: try free(path, order.stamp, besides: moves), signature: signature))
    }
    return moves
  }

  /// A file is moved; from another file system, or where another name of it could still be written to, a copy is.
  private func take(
    _ photo: Publication.Doomed, to: BytePath, sha256: String?, _ staging: BytePath
  ) throws(FileFailure) -> Taken? {
    let path = photo.path.path
    guard case .file(let signature, let links) = try root.look(path), signature == photo.signature
    else { return nil }
    if links == 1, try root.canRename(from: path.folder, to: Places.originals) {
      return Taken(move: .init(from: path, to: to, signature: signature), kept: to, signature: signature)
    }
    guard let copy = try copy(photo, sha256: sha256, staging) else { return nil }
    return Taken(
      move: .init(from: copy.path, to: to, signature: copy.signature), copied: photo, kept: to,
      signature: copy.signature)
  }

  /// Copied, synced, verified; nil where the source is not what it was.
  private func copy(
    _ photo: Publication.Doomed, sha256: String?, _ staging: BytePath
  ) throws(FileFailure) -> (path: BytePath, signature: FileSignature)? {
    let source = photo.path.path
    // One of the same name may come from the inbox and from `originals/`.
    let place = Array(source.parts.first ?? [])
    let path = staging.appending(place + Array("-".utf8) + source.name.suffix(200))
    try root.remove(path)
    let read = try root.copy(photo.path.path, to: path, mode: Mode.own)
    guard read.sha256 == sha256 ?? read.sha256, try root.signature(photo.path.path) == photo.signature,
      let written = try root.digest(path), written.sha256 == read.sha256
    else { return nil }
    return (path, written.signature)
  }

  private func free(
    _ path: BytePath, _ stamp: String, besides: [Publication.Move]
  ) throws(FileFailure) -> BytePath {
    let below = path.below(Places.inbox) ?? path.below(Places.originals) ?? path
    return try root.freeReplaced(below, stamp, besides: besides.map(\.to.path))
  }
}
