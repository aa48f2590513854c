internal import Synchronization

/// Counts clients and answers, also of servers that have ended.
package final class Traffic: Sendable {
  private let state = Mutex(State())

  private struct State {
    var answers: [Int: Int] = [:]
    var connections = 0
  }

  package init() {}

  func hasAnswered(_ status: Int) { state.withLock { $0.answers[status, default: 0] += 1 } }
  func hasCome() { state.withLock { $0.connections += 1 } }
  func hasGone() { state.withLock { $0.connections -= 1 } }

  /// How many requests were answered so far, by the status of their answers.
  var answers: [Int: Int] { state.withLock { $0.answers } }

  /// How many clients are connected.
  var connections: Int { state.withLock { $0.connections } }
}
