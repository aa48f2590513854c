internal import Files
internal import Importing
internal import Ledger
internal import Model

/// Hands rows over to whoever works on the root, by the inbox's own rules: whole files under hidden names first, a job before
/// its photo, and nothing replaced.
///
/// For one thread.
final class Delivery {
  let root: Root
  let caller: Caller
  /// Nil where it cannot be had: then manifests alone tell what is there.
  let memory: ImportMemory?
  let ledger: LedgerView
  let drafts: Drafts
  let measure: UprightRows
  /// The bytes of the largest photo that is taken.
  let largest: Int

  init(_ root: Root, _ caller: Caller, memory: ImportMemory?, settings: Settings) {
    self.root = root
    self.caller = caller
    self.memory = memory
    ledger = LedgerView(root)
    drafts = Drafts(root)
    measure = UprightRows(root, settings)
    largest = settings.limits.bytes
  }

  /// A row with what is known of its photo.
  ///
  /// Throws `RowFailure` where it cannot be taken.
  func parcel(
    _ row: Row, _ enclosed: EnclosedPhoto?, _ outcome: RowOutcome
  ) throws -> Parcel {
    let photo = try photo(row, enclosed)
    if let bytes = photo?.bytes {
      if bytes == 0 { throw RowFailure(PhotoProblem.empty.explanation) }
      if bytes > largest { throw RowFailure(PhotoProblem.tooManyBytes(bytes, limit: largest).explanation) }
    }
    return Parcel(row: row, photo: photo, outcome: outcome)
  }

  private func photo(_ row: Row, _ enclosed: EnclosedPhoto?) throws -> Parcel.Photo? {
    switch row.photo {
    case .none: return nil
    case .embedded(let facts): return enclosed.map { .enclosed($0, facts.format) }
    case .file(let folder, let path):
      let signature = try caller.reading { () throws(FileFailure) in try folder.signature(path) }
      guard let signature else { throw RowFailure(Explanation("import.run.photoGone", ["path": path.shown])) }
      return .file(folder, path, signature)
    }
  }

  /// Fails where a photo's file cannot be read, or does not begin as one: what a dry run can tell without making anything.
  func check(_ parcel: Parcel) throws(RowFailure) {
    guard case .file(let folder, let path, _) = parcel.photo else { return }
    let beginning: [UInt8]
    do throws(FileFailure) {
      beginning = try caller.reading { () throws(FileFailure) in
        try NamedFile(folder, path).read(atMost: 1024)
      }
    } catch { throw RowFailure(error.folderProblem.explanation) }
    do throws(PhotoProblem) { _ = try Sniffing.format(beginning: beginning) } catch {
      throw RowFailure(error.explanation)
    }
  }

  // MARK: Deciding

  /// What is to be done for a row.
  ///
  /// Throws `RowFailure` where it cannot be taken.
  func step(for parcel: Parcel) throws -> ImportStep {
    let id = parcel.id
    var digest: String?
    let isThere = try root.look(Places.manifest(id))?.isFile ?? false
    let known = recall(id)
    let step = try importStep(
      parcel.offer, known: known, isThere: isThere, kept: { try kept(id) },
      sha256: {
        let sha256 = try digest ?? self.sha256(parcel)
        digest = sha256
        return sha256
      })
    guard let step else { throw RowFailure(Explanation("import.run.noOriginal", ["id": id])) }
    if step != .photo, let lost = lostOriginal(id) {
      return try self.step(step, parcel, without: lost) { try digest ?? known?.sha256 ?? sha256(parcel) }
    }
    // So that next time nothing needs to be read.
    if step == .nothing, known == nil || digest != nil { note(parcel, sha256: digest ?? known?.sha256) }
    return step
  }

  /// What is to be done where the original is gone: attributes alone would wait for it for ever.
  private func step(
    _ step: ImportStep, _ parcel: Parcel, without lost: OriginalFacts, _ sha256: () throws -> String
  ) throws -> ImportStep {
    if step == .placing {
      guard parcel.photo != nil else {
        throw RowFailure(Explanation("import.run.noOriginal", ["id": parcel.id]))
      }
      return .photo
    }
    return try parcel.photo?.bytes == lost.bytes && sha256() == lost.sha256 ? .original : .nothing
  }

  /// What an id was made from, where that is gone.
  private func lostOriginal(_ id: AvatarID) -> OriginalFacts? {
    guard let entry = try? ledger.now()?.entry(id), entry.state == .failed,
      entry.problem?.problem.key == FolderProblem.originalGone("").explanation.problem.key
    else { return nil }
    return entry.record?.original?.facts
  }

  func kept(_ id: AvatarID) throws -> KeptPhoto? {
    let path = Places.manifest(id)
    guard let read = try root.read(path, atMost: Document.largest), !read.bytes.isEmpty else { return nil }
    do throws(DocumentProblem) { return KeptPhoto(try Manifest(reading: read.bytes, id: id)) } catch {
      throw RowFailure(error.explanation(in: escaped(path.bytes)))
    }
  }

  private func sha256(_ parcel: Parcel) throws -> String {
    switch parcel.photo {
    case nil: return ""
    case .enclosed(let photo, _): return photo.sha256
    case .file(let folder, let path, _):
      let read = try caller.reading { () throws(FileFailure) in try folder.digest(path) }
      guard let read else { throw RowFailure(Explanation("import.run.photoGone", ["path": path.shown])) }
      return read.sha256
    }
  }

  // MARK: What was imported

  private func recall(_ id: AvatarID) -> ImportMemory.Known? { (try? memory?.recall(id)) ?? nil }

  /// Remembers that a row has been imported; what cannot be remembered is compared again next time.
  func note(_ parcel: Parcel, sha256: String?) {
    var known = ImportMemory.Known(
      sha256: sha256, placing: parcel.row.placing.mark, source: parcel.photo?.source ?? .none)
    if parcel.photo == nil, let before = recall(parcel.id) {
      known.sha256 = before.sha256
      known.source = before.source
    }
    try? memory?.note(parcel.id, known)
  }
}
