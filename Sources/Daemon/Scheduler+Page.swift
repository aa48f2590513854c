internal import Digest
internal import Files
internal import Ledger
internal import Model
internal import Publishing

/// What people ask for on the page, beside what commands do.
extension Scheduler {
  /// Calls with all that the ledger is told from now on.
  func tellChanges(_ body: @escaping @Sendable (Ledger.Change) -> Void) { ledger.onChange = body }

  /// Does what a command would ask for.
  func carryOutNow(_ request: Request) throws {
    guard phase == .running else { throw WebProblem.stopping }
    do { _ = try carryOut(request) } catch let failure as FileFailure where root.isOnlyThere(failure) {
      throw WebProblem.badName(failure.folderProblem)
    }
    tick()
  }

  /// Why no work is done; nil where it is.
  var whyIdle: Message? {
    lost.isEmpty ? pause?.why : Standing.lost(lost.map(\.shown).sorted()).message
  }

  /// The kept original of an id, its digest, and the settings in force.
  func kept(_ id: AvatarID) throws -> (original: BytePath, sha256: String, settings: Settings) {
    guard let record = try ledger.entry(id)?.record ?? adopted(id) else {
      throw WebProblem.noSuchThing(id.text)
    }
    // A placeholder alone has none to show.
    guard let original = record.original else { throw WebProblem.noSuchThing(id.text) }
    return (original.file.path, original.facts.sha256, settings)
  }

  /// Writes attributes into a manifest, as its editor would; answers the new text's digest.
  ///
  /// Nothing is overwritten that the page has not shown: where the text is another than that of this digest, or
  /// becomes so at the last moment, nothing is changed.
  func put(_ attributes: Attributes, of id: AvatarID, over expected: String) throws -> String {
    guard phase == .running else { throw WebProblem.stopping }
    guard let record = try ledger.entry(id)?.record ?? adopted(id) else {
      guard try ledger.entry(id) != nil else { throw WebProblem.noSuchThing(id.text) }
      throw WebProblem.noAvatars(id.text)
    }
    guard let read = try root.read(Places.manifest(id), atMost: Document.largest),
      SHA256.of(read.bytes) == expected
    else { throw WebProblem.changedMeanwhile(id.text) }
    guard (try? Manifest(reading: read.bytes, id: id)) != nil else {
      throw WebProblem.unreadableManifest(id.text)
    }
    return try write(attributes, of: id, record, over: expected)
  }

  private func write(
    _ attributes: Attributes, of id: AvatarID, _ record: Record, over expected: String
  ) throws -> String {
    var wished = record
    wished.attributes = attributes
    let written = try rewrite(id, wished, over: expected)
    guard let written else { throw WebProblem.changedMeanwhile(id.text) }
    // At once: it is whole, and nobody else is writing it.
    guarded { try decide(id) }
    tick()
    return written.manifest
  }
}
