internal import Files
internal import Ledger
internal import Model
internal import Publishing
internal import Watching

/// One look at ledger, inbox and `failed/`.
struct Survey {
  let root: Root
  let ledger: Ledger?
  var counts: [AvatarState: Int] = [:]
  var paused: Message?
  var vitals = Vitals()
  /// When that came which waits the longest; seconds since 1970.
  var oldest: Int?
  /// Files in the inbox that no queued or processed id stands for.
  var waiting: [BytePath] = []
  var failed: [BytePath] = []
  var reasons: [BytePath: Message] = [:]
  var heldFor: [BytePath: AvatarID] = [:]
  /// All files in the inbox.
  var inbox: [BytePath] = []
  var failures: [BytePath: FailedFile] = [:]

  init(_ root: Root) throws {
    self.root = root
    do throws(LedgerFailure) { ledger = try Ledger.openReadOnly(root.withoutLinks(Places.ledger)) } catch {
      guard case .missing = error else { throw error }
      ledger = nil
    }
    failed = try root.look(Places.failed) == .folder ? Keeper(root: root).allFailed() : []
    try readLedger()
    try readInbox()
  }

  private mutating func readLedger() throws {
    guard let ledger else { return }
    counts = try ledger.counts()
    paused = try ledger.notes()["paused"].map { Message(stored: $0) }
    vitals = try Vitals(in: ledger) ?? vitals
    oldest = try ledger.oldestWork()
    for file in try ledger.held() {
      reasons[file.path] = file.reason.problem
      // A job may name another id than its own name does.
      heldFor[file.path] = file.id
    }
    for file in try ledger.failures() { failures[file.path] = file }
  }

  private mutating func readInbox() throws {
    let busy = Set(
      try [AvatarState.queued, .processing].flatMap { try ledger?.entries(in: $0).map(\.id) ?? [] })
    _ = FolderScan.walk(root: root.path, below: Places.inbox, ignoring: true) { file in
      inbox.append(file.path)
      oldest = min(oldest ?? .max, Int(file.signature.changed / 1_000_000_000))
    }
    waiting = inbox.filter { path in id(of: path, below: Places.inbox).map { !busy.contains($0) } ?? true }
  }

  private func id(of path: BytePath, below place: BytePath) -> AvatarID? {
    if let id = heldFor[path] { return id }
    return path.below(place).flatMap {
      Document.kind(of: $0.name) == .job ? try? AvatarID(job: $0) : AvatarID(original: $0)
    }
  }

  func rows(_ text: String) throws -> [StatusReport.Row] {
    guard let id = AvatarID(text) else {
      throw CommandProblem.usage(Message("usage.noID", ["id": escaped(text.utf8)]))
    }
    var rows: [StatusReport.Row] = []
    if let entry = try ledger?.entry(id) { rows.append(row(entry)) }
    rows += failed.filter { self.id(of: $0, below: Places.failed) == id }.map(failedRow)
    rows += waiting.filter { self.id(of: $0, below: Places.inbox) == id }.map(waitingRow)
    return rows
  }

  func failedRows() throws -> [StatusReport.Row] {
    try (ledger?.entries(in: .failed) ?? []).map(row) + failed.map(failedRow)
  }

  private func row(_ entry: Entry) -> StatusReport.Row {
    let arriving = inbox.first { id(of: $0, below: Places.inbox) == entry.id }
    let kept = entry.record?.original.map { escaped($0.file.bytes) }
    let file = kept ?? arriving?.shown ?? (entry.record == nil ? "" : Places.manifest(entry.id).shown)
    return .init(
      id: entry.id.text, file: file, state: "\(entry.state)", attempts: entry.attempts,
      error: entry.problem?.problem)
  }

  private func failedRow(_ path: BytePath) -> StatusReport.Row {
    let known = failures[path]
    return .init(
      id: id(of: path, below: Places.failed)?.text ?? "", file: path.shown, state: "failed",
      attempts: known?.attempts ?? 0, error: known?.problem.problem ?? errorText(path))
  }

  private func waitingRow(_ path: BytePath) -> StatusReport.Row {
    .init(
      id: id(of: path, below: Places.inbox)?.text ?? "", file: path.shown, state: "waiting", attempts: 0,
      error: reasons[path])
  }

  /// The reason beside a failed file, where the ledger does not know it any more.
  private func errorText(_ path: BytePath) -> Message? {
    guard let read = try? root.read(Places.errorText(failed: path), atMost: 1 << 16) else { return nil }
    return Explanation(lines: read.bytes).problem
  }
}
