internal import Exporting
internal import Files
internal import Ledger
internal import Model

/// Makes of an id what goes out of it.
struct ExportComposer: Sendable {
  let wish: ExportWish
  let images: ExportImages
  /// Ids whose files would have one name, each with another of them.
  let twins: [AvatarID: AvatarID]

  struct Piece: Sendable {
    var bytes: [UInt8]
    /// Where each is a file.
    var name: [UInt8]?
  }

  /// What comes before all ids.
  var head: [UInt8] {
    switch wish.form {
    case .csv: CSVWriter.header
    case .ldif(let writer): writer.header
    case .jsonl, .folder, .vcard: []
    }
  }

  /// Nil where the folders do not hold any more, or not yet, what the ledger says.
  func piece(_ item: ExportList.Item) throws(CommandProblem) -> Piece? {
    let id = item.id
    guard case .known(let entry) = item else { throw .unknownID(escaped(id.path.bytes)) }
    guard let record = entry.record else {
      throw .badData(Explanation("export.run.notPublished", ["id": escaped(id.path.bytes)]))
    }
    switch wish.form {
    case .csv: return Piece(bytes: try row(id, record))
    case .jsonl:
      let manifest = Manifest(id: id, attributes: record.attributes, account: .init(record))
      return Piece(bytes: Array((manifest.json.line + "\n").utf8))
    case .folder(let pattern): return try file(id, record, pattern)
    case .vcard(let writer): return try images.exported(id, record).map { Piece(bytes: writer.card($0)) }
    case .ldif(let writer): return try images.exported(id, record).map { Piece(bytes: writer.record($0)) }
    }
  }

  private func row(_ id: AvatarID, _ record: Record) throws(CommandProblem) -> [UInt8] {
    guard let avatar = wish.image.published(record) else {
      let files = record.avatars.map { escaped($0.file.utf8) }.joined(separator: ", ")
      throw .badData(Explanation("export.run.noSuchAvatar", ["id": escaped(id.path.bytes), "files": files]))
    }
    return CSVWriter.row(id, record, avatar)
  }

  private func file(_ id: AvatarID, _ record: Record, _ pattern: NamePattern) throws(CommandProblem) -> Piece?
  {
    if let twin = twins[id] {
      throw .badData(
        Explanation("export.run.twins", ["id": escaped(id.path.bytes), "other": escaped(twin.path.bytes)]))
    }
    guard let output = wish.image.output(record), let exported = try images.exported(id, record) else {
      return nil
    }
    return Piece(bytes: exported.image, name: pattern.name(id, size: output.size, output.format))
  }
}
