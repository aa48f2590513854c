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
