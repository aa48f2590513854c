internal import Model
internal import Synchronization

/// What the watcher's thread shares with others.
final class Desk: Sendable {
  let mailbox = Mailbox()
  /// Rung to end the thread, and to have it answer.
  let bell: Bell
  /// Rung once, when the watches stand or `refusal` says why they don't.
  let ready: Bell
  let status = Mutex(WatchStatus())
  let refusal = Mutex<WatchFailure?>(nil)
  /// Counts what the thread has done: events and folders.
  let steps = Atomic(0)
  private let stopping = Atomic(false)
  private let questions = Mutex<[@Sendable () -> Void]>([])

  init() throws(WatchFailure) {
    bell = try Bell()
    ready = try Bell()
  }

  var isStopping: Bool { stopping.load(ordering: .acquiring) }

  func stop() {
    stopping.store(true, ordering: .releasing)
    bell.ring()
  }

  /// Has the thread call back at the end of its next turn.
  func ask(_ answer: @escaping @Sendable () -> Void) {
    questions.withLock { $0.append(answer) }
    bell.ring()
  }

  /// Whether the bell has rung for a reason that is still one.
  var isCalling: Bool { isStopping || questions.withLock { !$0.isEmpty } }

  /// Called by the thread.
  func answer() {
    let waiting = questions.withLock { questions in
      defer { questions = [] }
      return questions
    }
    for answer in waiting { answer() }
  }

  /// Called by the thread.
  func step() { steps.add(1, ordering: .relaxed) }
}
