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
    package var error: Message?
  }

  package var ready = 0
  package var waiting = 0
  package var queued = 0
  package var processing = 0
  package var failed = 0
  package var rows: [Row] = []
  /// Why work pauses.
  package var paused: Message?
  package var isRunning = false
  /// Since how many seconds that waits which came first; nil where nothing does.
  package var oldest: Int?
  var vitals = Vitals()
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
    } catch { throw CommandProblem(error) }
  }

  private init(reading root: Root, ids: [String], listFailed: Bool) throws {
    let survey = try Survey(root)
    let counts = survey.counts
    ready = counts[.ready, default: 0]
    queued = counts[.queued, default: 0]
    processing = counts[.processing, default: 0]
    waiting = survey.waiting.count
    failed = counts[.failed, default: 0] + survey.failed.count
    isRunning = try RootLock.isHeld(root, at: Places.lock)
    paused = isRunning ? survey.paused ?? Self.trouble(of: root) : nil
    oldest = survey.oldest.map { max(0, Timestamp.unix() - $0) }
    vitals = survey.vitals
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

  /// Why work pauses on a root that somebody works on; nil where it does not.
  static func pause(of root: Root) -> Message? {
    let ledger = try? Ledger.openReadOnly(root.withoutLinks(Places.ledger))
    return (try? ledger?.notes()["paused"]).flatMap(\.self).map { Message(stored: $0) } ?? trouble(of: root)
  }

  /// Where nothing can be written, the daemon cannot note down that it pauses either: the disk itself is asked.
  private static func trouble(of root: Root) -> Message? {
    let name = Places.requests.appending("\(Processors.ownNumber)~".utf8)
    do throws(FileFailure) { try root.tryWriting(name) } catch {
      if error.number != FileFailure.permissionDenied { return error.problem.explanation.problem }
    }
    return nil
  }

  /// Whatever is still to do.
  package var depth: Int { waiting + queued + processing }

  /// As section "Commands" of the README shows it.
  package var json: JSONValue {
    [
      "ready": JSONValue(ready), "waiting": JSONValue(waiting), "queued": JSONValue(queued),
      "processing": JSONValue(processing), "failed": JSONValue(failed), "depth": JSONValue(depth),
      "oldestSeconds": oldest.map { JSONValue($0) } ?? JSONValue(.null),
      "paused": paused.map { JSONValue($0.text(in: .english)) } ?? JSONValue(.null),
      "daemon": vitals.json(isRunning: isRunning),
      "avatars": JSONValue(.array(rows.map(\.json))),
    ]
  }

  /// For people.
  package func lines(in language: Language) -> [String] {
    let counts = Standing.Counts(
      ready: ready, waiting: waiting, queued: queued, processing: processing, failed: failed)
    var lines = [counts.message.text(in: language)]
    lines += rows.map { row in
      [escaped(row.id.utf8), row.stateName.text(in: language), row.file, row.error?.text(in: language)]
        .compactMap(\.self)
        .filter { !$0.isEmpty }.joined(separator: "  ")
    }
    return lines + notes.map { $0.text(in: language) }
  }

  private var notes: [Message] {
    var notes: [Message] = []
    if depth > 0, let oldest { notes.append(Message("status.oldest", ["depth": depth, "seconds": oldest])) }
    if let paused { notes.append(Message("status.paused", ["why": paused])) }
    return isRunning ? notes + daemonNotes : notes
  }

  private var daemonNotes: [Message] {
    vitals.degraded.map { folder in
      Message(
        "status.degraded",
        ["folder": folder.folder, "why": Explanation(folder.problem, folder.remedy).whole])
    } + vitals.missing.map { Message("status.missing", ["folder": $0]) }
      + (vitals.lastError.map { [Message("status.lastError", ["at": $0.at, "text": $0.text])] } ?? [])
  }
}

extension StatusReport.Row {
  fileprivate var stateName: Message { Message("state.\(state)") }

  fileprivate var json: JSONValue {
    [
      "id": JSONValue(id), "file": JSONValue(file), "state": JSONValue(state),
      "attempts": JSONValue(attempts),
      "error": error.map { JSONValue($0.text(in: .english)) } ?? JSONValue(.null),
    ]
  }
}
