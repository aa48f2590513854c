/// What the daemon logs.
package enum Event: Sendable {
  case started(root: String, workers: Int)
  case ready(files: Int)
  case made(AvatarID, cause: Cause, milliseconds: Int, warnings: [Message])
  case decoded(AvatarID, by: Rendering.Decoder)
  case alreadyHad(path: String, AvatarID)
  case setAside(path: String, Explanation)
  case waiting(path: String, Explanation)
  case notMade(AvatarID, Explanation)
  case mended(AvatarID)
  case manifestWritten(AvatarID, warnings: [Message])
  case jobDone(path: String)
  /// All entries of an address book or a directory's export have come to their end.
  case bookRead(path: String, imported: Int, unchanged: Int, skipped: Int, failed: Int)
  case removed(AvatarID)
  case renamed(AvatarID, to: AvatarID)
  case finishedAfterCrash(AvatarID)
  case workerDied(AvatarID, how: Message, attempt: Int)
  case paused(Explanation, seconds: Int)
  case resumed
  case lost(folder: String)
  case beginsAnew(Message)
  case settingsApplied
  case settingsUnchanged
  case settingsChecked
  case settingsBad(Message)
  case cannotRead(path: String, Message)
  case degraded(folder: String, Explanation)
  case unconfined(Explanation)
  case serving(address: String)
  case notServing(Explanation)
  case stopping
  case stopped

  package enum Level: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    /// Told only where it is asked for.
    case debug = 7
  }

  package var level: Level {
    switch self {
    case .paused, .lost, .beginsAnew, .settingsBad, .notServing: .error
    case .setAside, .notMade, .workerDied, .cannotRead, .degraded, .unconfined, .finishedAfterCrash: .warning
    case .made(_, _, _, let warnings): warnings.isEmpty ? .info : .warning
    case .bookRead(_, _, _, _, let failed): failed == 0 ? .info : .warning
    case .manifestWritten(_, let warnings): warnings.isEmpty ? .info : .warning
    case .started, .ready, .resumed, .settingsApplied, .settingsChecked, .settingsUnchanged, .serving,
      .stopping,
      .stopped:
      .notice
    case .alreadyHad, .waiting, .mended, .jobDone, .removed, .renamed: .info
    case .decoded: .debug
    }
  }
}

extension Event {
  /// One line.
  package var message: Message {
    switch self {
    case .started(let root, let workers): Message("event.started", ["root": root, "workers": workers])
    case .ready(let files): Message("event.ready", ["files": files])
    case .made(let id, let cause, let milliseconds, let warnings):
      Self.line(
        Message("event.made", ["id": id, "milliseconds": milliseconds, "cause": cause.message]),
        warnings)
    case .decoded(let id, let decoder): Message("event.decoded", ["id": id, "decoder": decoder.rawValue])
    case .alreadyHad(let path, let id): Message("event.alreadyHad", ["path": path, "id": id])
    case .setAside(let path, let why): Message("event.setAside", ["path": path, "why": why.whole])
    case .waiting(let path, let why): Message("event.waiting", ["path": path, "why": why.problem])
    case .notMade(let id, let why): Message("event.notMade", ["id": id, "why": why.whole])
    case .mended(let id): Message("event.mended", ["id": id])
    case .manifestWritten(let id, let warnings):
      Self.line(Message("event.manifestWritten", ["id": id]), warnings)
    case .jobDone(let path): Message("event.jobDone", ["path": path])
    case .bookRead(let path, let imported, let unchanged, let skipped, let failed):
      Message(
        "event.bookRead",
        [
          "path": path, "imported": imported, "unchanged": unchanged, "skipped": skipped, "failed": failed,
        ])
    case .removed(let id): Message("event.removed", ["id": id])
    case .renamed(let id, let new): Message("event.renamed", ["id": id, "new": new])
    case .finishedAfterCrash(let id): Message("event.finishedAfterCrash", ["id": id])
    case .workerDied(let id, let how, let attempt):
      Message("event.workerDied", ["id": id, "how": how, "attempt": attempt])
    case .paused(let why, let seconds): Message("event.paused", ["why": why.whole, "seconds": seconds])
    case .resumed: Message("event.resumed")
    case .lost(let folder): Message("event.lost", ["folder": folder])
    case .beginsAnew(let why): Message("event.beginsAnew", ["why": why])
    case .settingsApplied: Message("event.settingsApplied")
    case .settingsUnchanged: Message("event.settingsUnchanged")
    case .settingsChecked: Message("event.settingsChecked")
    case .settingsBad(let why): Message("event.settingsBad", ["why": why])
    case .cannotRead(let path, let why): Message("event.cannotRead", ["path": path, "why": why])
    case .degraded(let folder, let why): Message("event.degraded", ["folder": folder, "why": why.whole])
    case .unconfined(let why): why.whole
    case .serving(let address): Message("event.serving", ["address": address])
    case .notServing(let why): Message("event.notServing", ["why": why.whole])
    case .stopping: Message("event.stopping")
    case .stopped: Message("event.stopped")
    }
  }

  private static func line(_ event: Message, _ warnings: [Message]) -> Message {
    warnings.reduce(event) { Message("event.warned", ["event": $0, "warning": $1]) }
  }
}

/// Why avatars are made.
package enum Cause: String, Hashable, Sendable, CaseIterable {
  case newPhoto = "new photo"
  case replacement = "replaced photo"
  case changedInPlace = "changed original"
  case job
  case placeholder
  case edit
  case damage = "damaged avatar"
  case settings
  case retry

  var message: Message { Message("cause.\(self)") }
}
