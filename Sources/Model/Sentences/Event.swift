/// What the daemon logs.
package enum Event: Sendable {
  case started(root: String, workers: Int)
  case ready(files: Int)
  case made(AvatarID, cause: String, milliseconds: Int, warnings: [String])
  case alreadyHad(path: String, AvatarID)
  case setAside(path: String, Explanation)
  case waiting(path: String, Explanation)
  case notMade(AvatarID, String)
  case mended(AvatarID)
  case manifestWritten(AvatarID, warnings: [String])
  case jobDone(path: String)
  case removed(AvatarID)
  case renamed(AvatarID, to: AvatarID)
  case finishedAfterCrash(AvatarID)
  case workerDied(AvatarID, how: String, attempt: Int)
  case paused(Explanation, seconds: Int)
  case resumed
  case lost(folder: String)
  case beginsAnew(String)
  case settingsApplied
  case settingsUnchanged
  case settingsChecked
  case settingsBad(String)
  case cannotRead(path: String, String)
  case degraded(folder: String, Explanation)
  case stopping
  case stopped

  package enum Level: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
  }

  package var level: Level {
    switch self {
    case .paused, .lost, .beginsAnew, .settingsBad: .error
    case .setAside, .notMade, .workerDied, .cannotRead, .degraded, .finishedAfterCrash: .warning
    case .made(_, _, _, let warnings): warnings.isEmpty ? .info : .warning
    case .manifestWritten(_, let warnings): warnings.isEmpty ? .info : .warning
    case .started, .ready, .resumed, .settingsApplied, .settingsChecked, .settingsUnchanged, .stopping,
      .stopped:
      .notice
    case .alreadyHad, .waiting, .mended, .jobDone, .removed, .renamed: .info
    }
  }
}

extension Event {
  /// One line, in English.
  package var english: String {
    switch self {
    case .started(let root, let workers): "watching \(root) with \(workers) worker\(workers == 1 ? "" : "s")"
    case .ready(let files): "ready; \(files) file\(files == 1 ? "" : "s") in the inbox"
    case .made(let id, let cause, let milliseconds, let warnings):
      "\(id): made in \(milliseconds) ms (\(cause))" + warnings.map { "; \($0)" }.joined()
    case .alreadyHad(let path, let id): "\(path): the same bytes as the original of \(id); nothing to do"
    case .setAside(let path, let why): "\(path): moved to failed/: \(why.problem). \(why.remedy)"
    case .waiting(let path, let why): "\(path): waiting: \(why.problem)"
    case .notMade(let id, let why): "\(id): not made: \(why)"
    case .mended(let id): "\(id): mended"
    case .manifestWritten(let id, let warnings):
      "\(id): manifest written again" + warnings.map { "; \($0)" }.joined()
    case .jobDone(let path): "\(path): nothing left to do"
    case .removed(let id): "\(id): removed"
    case .renamed(let id, let new): "\(id): renamed to \(new)"
    case .finishedAfterCrash(let id): "\(id): publishing finished, which was interrupted"
    case .workerDied(let id, let how, let attempt): "\(id): the worker died (\(how)), attempt \(attempt)"
    case .paused(let why, let seconds): "paused: \(why.problem). \(why.remedy) Next try in \(seconds) s."
    case .resumed: "working again"
    case .lost(let folder): "\(folder)/ is gone: is it mounted? Waiting for it; nothing is taken for deleted"
    case .beginsAnew(let why): "\(why): it is rebuilt from the folders"
    case .settingsApplied: "new settings in force"
    case .settingsUnchanged: "settings read again: nothing new"
    case .settingsChecked: "the changed settings are good; reload (SIGHUP) to put them in force"
    case .settingsBad(let text): "the settings are bad; the old ones stay in force: \(text)"
    case .cannotRead(let path, let why): "\(path): cannot be read: \(why)"
    case .degraded(let folder, let why):
      "\(folder): looked at every ten seconds, for it cannot be watched: \(why.problem). \(why.remedy)"
    case .stopping: "stopping"
    case .stopped: "stopped"
    }
  }
}
