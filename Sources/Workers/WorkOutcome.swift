package import Model

/// What came of one request.
package enum WorkOutcome: Hashable, Sendable {
  /// The worker's answer, or a refusal because the original took more than its limits. Never `unable`.
  case reply(RenderReply)
  /// The worker ended without an answer: how, in words, such as `signal 11, segmentation fault`.
  case died(Message)
  /// The machine's or the installation's trouble: no fault of the photo's.
  case unable(NodeProblem)
  /// The pool was stopped before there was an answer.
  case stopped
}

/// How the workers are, at one moment.
package struct WorkerStatus: Hashable, Sendable {
  /// Processes that run.
  package var alive = 0
  /// Requests that are being answered.
  package var busy = 0
  /// Workers that died, were killed, or were retired for their size since the pool was made.
  package var restarts = 0
}
