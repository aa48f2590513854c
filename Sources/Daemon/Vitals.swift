internal import Files
internal import Ledger
internal import Model
internal import Watching

/// How the daemon itself is, for `tondo status`: noted in the ledger whenever it changes, and never else.
struct Vitals: Codable, Hashable, Sendable {
  struct Degraded: Codable, Hashable, Sendable {
    var folder: String
    var problem: Message
    var remedy: Message?
  }

  struct Failure: Codable, Hashable, Sendable {
    var at: String
    var text: Message
  }

  /// When this process began to work.
  static let start = Timestamp.now().seconds

  var since = Self.start
  /// How often everything was compared since then, the first time included.
  var comparisons = 0
  /// How often the kernel's queue of events was full.
  var overflows = 0
  /// How often watching was begun anew.
  var watchRestarts = 0
  /// How many workers died of a photo, and were replaced.
  var workerRestarts = 0
  /// Folders that are listed at intervals, since they cannot be watched.
  var degraded: [Degraded] = []
  /// Folders that are gone.
  var missing: [String] = []
  /// What stopped the work last; may be over.
  var lastError: Failure?

  mutating func take(_ watching: WatchStatus) {
    overflows = watching.overflows
    watchRestarts = watching.restarts
    missing = watching.missing.map(\.shown)
    degraded = watching.degraded.map { folder in
      let why = folder.reason.explanation
      return Degraded(folder: folder.path.shown, problem: why.problem, remedy: why.remedy)
    }
  }
}

extension Vitals {
  private static let key = "daemon"

  /// Nil where no daemon of this version has worked here.
  init?(in ledger: Ledger) throws(LedgerFailure) {
    guard let text = try ledger.notes()[Self.key],
      let known = try? Wire.value(Self.self, from: Array(text.utf8))
    else { return nil }
    self = known
  }

  func note(in ledger: Ledger) throws(LedgerFailure) {
    guard let line = try? Wire.line(self) else { return }
    try ledger.note(Self.key, String(decoding: line.dropLast(), as: UTF8.self))
  }
}

extension Vitals {
  /// `isRunning`: what is only true of a daemon that runs is left out for one that has ended.
  func json(isRunning: Bool) -> JSONValue {
    [
      "running": JSONValue(.boolean(isRunning)), "since": isRunning ? JSONValue(since) : JSONValue(.null),
      "comparisons": JSONValue(comparisons), "overflows": JSONValue(overflows),
      "watchRestarts": JSONValue(watchRestarts), "workerRestarts": JSONValue(workerRestarts),
      "degraded": JSONValue(.array(isRunning ? degraded.map(\.json) : [])),
      "missing": JSONValue(.array(isRunning ? missing.map { JSONValue($0) } : [])),
      "lastError": lastError?.json ?? JSONValue(.null),
    ]
  }
}

extension Vitals.Degraded {
  fileprivate var json: JSONValue {
    [
      "folder": JSONValue(folder), "problem": JSONValue(problem.text(in: .english)),
      "remedy": JSONValue(remedy?.text(in: .english) ?? ""),
    ]
  }
}

extension Vitals.Failure {
  fileprivate var json: JSONValue { ["at": JSONValue(at), "text": JSONValue(text.text(in: .english))] }
}
