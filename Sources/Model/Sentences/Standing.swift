/// How work stands, in the one line that the service manager shows.
package enum Standing: Hashable, Sendable {
  /// After so many files and folders.
  case starting(seen: Int)
  case working(Counts)
  case paused(why: Message, Counts)
  /// Watched folders are gone.
  case lost([String])
  case stopping

  package struct Counts: Hashable, Sendable {
    package var ready: Int
    package var waiting: Int
    package var queued: Int
    package var processing: Int
    package var failed: Int
    /// Of those that wait, the jobs whose ids are known, and are counted by their state as well.
    package var twice: Int

    /// Each once.
    package var all: Int { ready + waiting + queued + processing + failed - twice }

    package init(ready: Int, waiting: Int, queued: Int, processing: Int, failed: Int, twice: Int = 0) {
      self.ready = ready
      self.waiting = waiting
      self.queued = queued
      self.processing = processing
      self.failed = failed
      self.twice = twice
    }
  }

  package var message: Message {
    switch self {
    case .starting(0): Message("standing.starting")
    case .starting(let seen): Message("standing.seen", ["seen": seen])
    case .working(let counts): counts.message
    case .paused(let why, let counts): Message("standing.paused", ["why": why, "counts": counts.message])
    case .lost(let folders):
      Message("standing.lost", ["folders": folders.map { $0 + "/" }.joined(separator: ", ")])
    case .stopping: Message("standing.stopping")
    }
  }
}

extension Standing.Counts {
  package var message: Message {
    Message(
      "standing.counts",
      ["ready": ready, "waiting": waiting, "queued": queued, "processing": processing, "failed": failed])
  }
}
