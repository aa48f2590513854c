internal import Digest
internal import Files
internal import Ledger
internal import Model
internal import Serving

/// Reads ledger and folders for people who look at the page: beside the scheduler, whose work they must not delay.
actor Catalogue {
  private let executor = QueueExecutor("tondo.catalogue")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let root: Root
  private let ledger: Ledger
  private var counted: (counts: Standing.Counts, until: ContinuousClock.Instant)?

  /// Counting may take long where there is much: it must stay a small part of the time.
  private static let share = 50

  init(_ root: Root) throws(LedgerFailure) {
    self.root = root
    ledger = try Ledger.openReadOnly(root.withoutLinks(Places.ledger))
  }

  // MARK: The list

  func list(_ wish: ListWish) throws -> ListPage {
    let search = Searching(wish.search)
    let after = wish.after ?? Cursor(id: [], file: [])
    let found = try ids(wish, after: after, search)
    var cards = found.entries.map(card)
    let files = try files(wish.state).filter { $0.cursor > after && search.pleases($0.id?.path.bytes ?? []) }
    // Those behind the last id that was looked at come with a later page.
    cards += files.filter { card in
      found.reached.map { !$0.lexicographicallyPrecedes(card.cursor.id) } ?? true
    }
    cards.sort { $0.cursor < $1.cursor }
    var next = found.reached.map { Cursor(id: $0, file: [Self.last]) }
    if cards.count > wish.limit {
      cards = Array(cards.prefix(wish.limit))
      next = cards.last?.cursor
    }
    return ListPage(cards: try cards.map(completed), next: next, counts: try counts())
  }

  /// No path holds this byte at its start.
  private static let last: UInt8 = 255

  private func ids(_ wish: ListWish, after: Cursor, _ search: Searching) throws(LedgerFailure)
    -> Ledger.Search
  {
    let state: AvatarState?
    switch wish.state {
    case nil: state = nil
    case .waiting: return Ledger.Search()
    case .ready: state = .ready
    case .queued: state = .queued
    case .processing: state = .processing
    case .failed: state = .failed
    }
    return try ledger.search(after: after.id, state: state, limit: wish.limit, search.pleases)
  }

  /// Cards of files.
  private func files(_ state: CardState?) throws(LedgerFailure) -> [Card] {
    var cards: [Card] = []
    if state == nil || state == .waiting {
      cards += try ledger.held().map { file in
        Card(
          id: file.id ?? Self.id(of: file.path, below: Places.inbox), file: file.path, state: .waiting,
          error: file.reason)
      }
    }
    if state == nil || state == .failed {
      cards += try ledger.failures().map { file in
        Card(
          id: Self.id(of: file.path, below: Places.failed), file: file.path, state: .failed,
          attempts: file.attempts, error: file.problem)
      }
    }
    return cards
  }

  private static func id(of path: BytePath, below place: BytePath) -> AvatarID? {
    path.below(place).flatMap {
      Document.kind(of: $0.name) == .job ? try? AvatarID(job: $0) : AvatarID(original: $0)
    }
  }

  func counts() throws -> Standing.Counts {
    if let counted, .now < counted.until { return counted.counts }
    let started = ContinuousClock.now
    let ids = try ledger.counts()
    let counts = Standing.Counts(
      ready: ids[.ready, default: 0], waiting: try ledger.held().count, queued: ids[.queued, default: 0],
      processing: ids[.processing, default: 0],
      failed: try ids[.failed, default: 0] + ledger.failures().count,
      twice: try ledger.jobsHeldForKnown())
    counted = (counts, .now + (.now - started) * Self.share)
    return counts
  }

  /// Since how many seconds that waits which came first; 0 where nothing does.
  func oldest() throws -> Int {
    let first = [try ledger.oldestWork(), try ledger.held().map(\.since).min()].compactMap(\.self).min()
    return first.map { max(0, Timestamp.unix() - $0) } ?? 0
  }

  // MARK: One id

  func detail(_ id: AvatarID) throws -> Detail {
    guard let entry = try ledger.entry(id) else {
      guard let file = try files(nil).first(where: { $0.id == id }) else {
        throw WebProblem.noSuchThing(id.text)
      }
      return Detail(card: explained(file), manifest: nil)
    }
    var detail = Detail(card: explained(card(entry)), manifest: nil)
    guard let record = entry.record else { return detail }
    var manifest = Manifest(id: id, attributes: record.attributes, account: .init(record))
    if let read = try root.read(Places.manifest(id), atMost: Document.largest) {
      detail.card.manifest = SHA256.of(read.bytes)
      if let edited = try? Manifest(reading: read.bytes, id: id) { manifest.attributes = edited.attributes }
    }
    detail.manifest = manifest
    return detail
  }

  private func card(_ entry: Entry) -> Card {
    let state: CardState =
      switch entry.state {
      case .ready: .ready
      case .queued: .queued
      case .processing: .processing
      case .failed: .failed
      }
    var card = Card(
      id: entry.id, file: nil, state: state, attempts: entry.attempts,
      error: entry.problem, manifest: entry.record?.manifest,
      avatars: entry.record?.avatars ?? [])
    card.isPlaceholder = entry.record?.attributes.placeholder != nil
    card.hasPhoto = entry.record?.original != nil
    return card
  }

  /// With all that is looked up only for what is shown.
  private func completed(_ card: Card) throws(LedgerFailure) -> Card {
    var card = explained(card)
    // What waits wears the face of its id.
    if card.state == .waiting, let id = card.id { card.avatars = try ledger.entry(id)?.record?.avatars ?? [] }
    return card
  }

  /// With what to do about it, which an earlier version wrote beside what failed, and only there.
  private func explained(_ card: Card) -> Card {
    guard card.state == .failed, card.error?.remedy == nil,
      let path = card.file.map(Places.errorText(failed:)) ?? card.id.map(Places.errorText),
      let read = try? root.read(path, atMost: 1 << 16)
    else { return card }
    var card = card
    card.error?.remedy = Explanation(lines: read.bytes).remedy
    return card
  }

  // MARK: News

  /// How what was changed stands now.
  func news(_ changes: Set<Ledger.Change>) throws -> (news: [Hub.News], counts: Standing.Counts) {
    let isAboutFiles = changes.contains { if case .file = $0 { true } else { false } }
    let waiting = isAboutFiles ? try files(nil) : []
    let news = try changes.map { change throws -> Hub.News in
      switch change {
      case .id(let id):
        guard let entry = try ledger.entry(id) else { return .gone(id, file: nil) }
        return .changed(explained(card(entry)))
      case .file(let path):
        guard let card = waiting.first(where: { $0.file == path }) else { return .gone(nil, file: path) }
        return .changed(try completed(card))
      }
    }
    return (news, try counts())
  }

  // MARK: Images

  /// An avatar, and the digest of just these bytes: what was not recorded yet, or is being healed, has its own.
  func image(_ path: BytePath) throws -> Image {
    let stem = withoutExtension(path.name)
    guard let dash = stem.lastIndex(of: UInt8(ascii: "-")),
      let id = AvatarID(path.folder.appending(stem[..<dash])),
      let record = try ledger.entry(id)?.record,
      let index = record.avatars.firstIndex(where: { Array($0.file.utf8) == path.name }),
      let file = try root.opening(Places.avatars.appending(path))
    else { throw WebProblem.noSuchThing("/avatars/" + path.shown) }
    let avatar = record.avatars[index]
    let isKnown = index < record.avatarSignatures.count && record.avatarSignatures[index] == file.signature
    let sha256 = isKnown ? avatar.sha256 : try file.sha256(path)
    let size = file.signature.size
    return Image(format: avatar.format, sha256: sha256, file: HandedFile(file.release(), size: size))
  }
}

/// Tells ids that hold a text, whatever its case.
private struct Searching {
  private let wanted: String
  private let bytes: [UInt8]?

  init(_ text: String) {
    wanted = text.lowercased()
    // ASCII alone is looked for byte by byte: that takes a tenth of the time.
    bytes = wanted.utf8.allSatisfy { $0 < 0x80 } ? Array(wanted.utf8) : nil
  }

  func pleases(_ id: [UInt8]) -> Bool {
    if wanted.isEmpty { return true }
    guard let bytes else { return String(decoding: id, as: UTF8.self).lowercased().contains(wanted) }
    guard id.count >= bytes.count else { return false }
    return (0...(id.count - bytes.count)).contains { start in
      bytes.indices.allSatisfy { lowercased(id[start + $0]) == bytes[$0] }
    }
  }

  private func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }
}
