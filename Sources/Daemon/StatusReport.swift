internal import Files
internal import Ledger
package import Model
internal import Publishing
internal import Reconciling
internal import Watching

/// What `tondo status` tells: read from the ledger and the folders, whether or not a daemon runs.
package struct StatusReport: Sendable {
  package struct Row: Sendable {
    package var id: String
    /// Below the root.
    package var file: String
    package var state: String
    package var attempts: Int
    package var error: String?
  }

  package var ready = 0
  package var waiting = 0
  package var queued = 0
  package var processing = 0
  package var failed = 0
  package var rows: [Row] = []
  /// Why work pauses.
  package var paused: String?
  package var isRunning = false
  /// Ids that were asked for, and of which nothing is known.
  package var unknown: [String] = []

  /// - Parameters:
  ///   - path: of an existing root.
  ///   - ids: the ids to list.
  ///   - listFailed: list all that failed.
  /// - Throws: where the root cannot be read, or an id is not known.
  package init(_ path: [UInt8], ids: [String], listFailed: Bool) throws(CommandProblem) {
    let root = try Site.open(path)
    do {
      try self.init(reading: root, ids: ids, listFailed: listFailed)
    } catch let problem as CommandProblem {
      throw problem
    } catch let failure as FileFailure {
      throw .node(failure.problem)
    } catch let failure as LedgerFailure {
      throw .ledger(failure.english.problem)
    } catch { throw .ledger("\(error)") }
  }

  private init(reading root: Root, ids: [String], listFailed: Bool) throws {
    let survey = try Survey(root)
    let counts = survey.counts
    ready = counts[.ready, default: 0]
    queued = counts[.queued, default: 0]
    processing = counts[.processing, default: 0]
    waiting = survey.waiting.count
    failed = counts[.failed, default: 0] + survey.failed.count
    paused = survey.paused
    isRunning = try RootLock.isHeld(root, at: Places.lock)
    for text in ids {
      let found = try survey.rows(text)
      if found.isEmpty { unknown.append(escaped(text.utf8)) }
      rows += found
    }
    if listFailed {
      let listed = Set(rows.map { $0.file + "\n" + $0.id })
      rows += try survey.failedRows().filter { !listed.contains($0.file + "\n" + $0.id) }
    }
  }

  /// As section "Commands" of the README shows it.
  package var json: JSONValue {
    [
      "ready": JSONValue(ready), "waiting": JSONValue(waiting), "queued": JSONValue(queued),
      "processing": JSONValue(processing), "failed": JSONValue(failed),
      "avatars": JSONValue(.array(rows.map(\.json))),
    ]
  }

  /// For people.
  package var lines: [String] {
    var lines = [
      "\(ready) ready, \(waiting) waiting, \(queued) queued, \(processing) processing, \(failed) failed"
    ]
    lines += rows.map { row in
      [row.id, row.state, row.file, row.error].compactMap(\.self).filter { !$0.isEmpty }.joined(
        separator: "  ")
    }
    if let paused { lines.append("paused: \(paused)") }
    return lines
  }
}

extension StatusReport.Row {
  fileprivate var json: JSONValue {
    [
      "id": JSONValue(id), "file": JSONValue(file), "state": JSONValue(state),
      "attempts": JSONValue(attempts),
      "error": error.map { JSONValue($0) } ?? JSONValue(.null),
    ]
  }
}

/// One look at ledger, inbox and `failed/`.
private struct Survey {
  let root: Root
  let ledger: Ledger?
  var counts: [AvatarState: Int] = [:]
  var paused: String?
  /// Files in the inbox that no queued or processed id stands for.
  var waiting: [BytePath] = []
  var failed: [BytePath] = []
  var reasons: [BytePath: String] = [:]
  var failures: [BytePath: FailedFile] = [:]

  init(_ root: Root) throws {
    self.root = root
    do throws(LedgerFailure) { ledger = try Ledger.openReadOnly(root.absolute(Places.ledger)) } catch {
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
    paused = try ledger.notes()["paused"]
    for file in try ledger.held() { reasons[file.path] = file.reason }
    for file in try ledger.failures() { failures[file.path] = file }
  }

  private mutating func readInbox() throws {
    let busy = Set(
      try [AvatarState.queued, .processing].flatMap { try ledger?.entries(in: $0).map(\.id) ?? [] })
    var found: [BytePath] = []
    _ = FolderScan.walk(root: root.path, below: Places.inbox, ignoring: true) { found.append($0.path) }
    waiting = found.filter { path in
      guard !Ignore.name(path.name, isFolder: false) else { return false }
      return id(of: path, below: Places.inbox).map { !busy.contains($0) } ?? true
    }
  }

  private func id(of path: BytePath, below place: BytePath) -> AvatarID? {
    path.below(place).flatMap {
      Document.kind(of: $0.name) == .job ? try? AvatarID(job: $0) : AvatarID(original: $0)
    }
  }

  func rows(_ text: String) throws -> [StatusReport.Row] {
    guard let id = AvatarID(text) else { throw CommandProblem.usage("\(escaped(text.utf8)) is no id") }
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
    let file = entry.record.map { escaped($0.original.bytes) } ?? ""
    return .init(
      id: entry.id.text, file: file, state: "\(entry.state)", attempts: entry.attempts, error: entry.problem)
  }

  private func failedRow(_ path: BytePath) -> StatusReport.Row {
    let known = failures[path]
    return .init(
      id: id(of: path, below: Places.failed)?.text ?? "", file: path.shown, state: "failed",
      attempts: known?.attempts ?? 0, error: known?.problem ?? errorText(path))
  }

  private func waitingRow(_ path: BytePath) -> StatusReport.Row {
    .init(
      id: id(of: path, below: Places.inbox)?.text ?? "", file: path.shown, state: "waiting", attempts: 0,
      error: reasons[path])
  }

  /// The reason beside a failed file, where the ledger does not know it any more.
  private func errorText(_ path: BytePath) -> String? {
    guard let read = try? root.read(Places.errorText(failed: path), atMost: 1 << 16) else { return nil }
    return String(decoding: read.bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }
}
