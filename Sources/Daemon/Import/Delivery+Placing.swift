internal import Files
internal import Importing
internal import Model

/// Into the inbox: drafts first, a job before its photo, and nothing replaced.
extension Delivery {
  /// Does a step other than `nothing`.
  func place(_ parcel: Parcel, _ step: ImportStep) throws -> Pending {
    guard step != .placing, let path = parcel.path else {
      let attributes = try attributes(parcel) { try kept(parcel.id)?.rows ?? 0 }
      let job = try placeJob(attributes ?? Attributes(), for: parcel)
      return Pending(parcel: parcel, file: job.path, placed: job.before)
    }
    if let other = try root.look(path) {
      // It stays, whoever waits.
      if other == .folder { throw FileFailure.isFolder(path) }
      return Pending(parcel: parcel, file: path, placed: nil)
    }
    let draft = try filled(parcel)
    var parcel = parcel
    let attributes =
      try step == .original
      ? kept(parcel.id)?.attributes
      : attributes(parcel) {
        let found = try measure.rows(of: draft.path)
        if found.isTurned { parcel.outcome.warnings.append(Message("import.run.turned")) }
        return found.rows
      }
    if let attributes { _ = try placeJob(attributes, for: parcel) }
    let before = try draft.signature()
    do throws(FileFailure) { try drafts.place(draft, as: path) } catch {
      guard error.exists else { throw error }
      return Pending(parcel: parcel, file: path, placed: nil)
    }
    if case .enclosed(let photo, _) = parcel.photo { photo.letGo() }
    return Pending(parcel: parcel, file: path, placed: before)
  }

  private func filled(_ parcel: Parcel) throws -> Draft {
    switch parcel.photo {
    case .enclosed(let photo, _): return try photo.onDisk(drafts)
    case .file(let folder, let path, let signature):
      let draft = try drafts.make(mode: Mode.own)
      let gone = RowFailure(Explanation("import.run.photoGone", ["path": path.shown]))
      guard let source = try caller.reading({ () throws(FileFailure) in try folder.opening(path) }) else {
        throw gone
      }
      try draft.fill(from: source, path)
      let now = try caller.reading { () throws(FileFailure) in try folder.signature(path) }
      guard source.signature == signature, now == signature else { throw gone }
      return draft
    case nil: preconditionFailure("there is no photo to hand over")
    }
  }

  private func attributes(_ parcel: Parcel, _ rows: () throws -> Int) throws -> Attributes? {
    switch parcel.row.placing {
    case .unsaid: nil
    case .attributes(let attributes): attributes
    case .clip(let clip): Attributes(placement: .crop(clip.crop(inHeight: try rows())))
    }
  }

  /// One that a person left under this name stays: of several, the last to arrive holds.
  private func placeJob(
    _ attributes: Attributes, for parcel: Parcel
  ) throws -> (path: BytePath, before: FileSignature) {
    let own = Places.inbox.appending(parcel.id.file(".job.json"))
    do throws(FileFailure) { return try placeJob(attributes.json, as: own) } catch {
      guard error.exists else { throw error }
    }
    let other = Places.inbox.appending(parcel.id.file(".import.job.json"))
    // Of an earlier import, whose photo has failed; what a person has left there for another id stays.
    if try isJob(other, for: parcel.id) { try root.remove(other) }
    let name = String(decoding: parcel.id.path.name, as: UTF8.self) + ".photo"
    let original = JSONMember("original", JSONValue(name))
    guard case .object(let members) = attributes.json.content else { preconditionFailure("no object") }
    return try placeJob(JSONValue(.object([original] + members)), as: other)
  }

  private func isJob(_ path: BytePath, for id: AvatarID) throws -> Bool {
    guard let below = path.below(Places.inbox), let read = try root.read(path, atMost: Document.largest)
    else { return false }
    return (try? Job(reading: read.bytes, named: below))?.id == id
  }

  private func placeJob(
    _ json: JSONValue, as path: BytePath
  ) throws(FileFailure) -> (path: BytePath, before: FileSignature) {
    let draft = try drafts.make(mode: Mode.document)
    try draft.add(json.document)
    let before = try draft.signature()
    try drafts.place(draft, as: path)
    return (path, before)
  }
}
