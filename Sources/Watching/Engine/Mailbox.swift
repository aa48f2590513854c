internal import Model
internal import Synchronization

/// Where the watcher's thread leaves changes, and the one consumer takes all of them at once.
///
/// However slow the consumer is, no more is kept than `Pending` allows.
final class Mailbox: Sendable {
  private typealias Consumer = CheckedContinuation<Set<Change>?, Never>

  private struct State {
    var pending = Pending()
    var consumer: Consumer?
    var closed = false
  }

  private let state = Mutex(State())

  func deliver(_ changes: Pending, missing: Set<BytePath>) {
    hand { $0.pending.merge(changes, missing: missing) }
  }

  /// What is there can still be taken; then the sequence ends.
  func close() {
    hand { $0.closed = true }
  }

  /// All that is new; waits until something is.
  ///
  /// Nil at the end, and for a task that was cancelled.
  func next() async -> Set<Change>? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0) }
    } onCancel: {
      release()
    }
  }

  private func wait(_ consumer: Consumer) {
    hand {
      precondition($0.consumer == nil, "the changes of a watcher have one consumer")
      $0.consumer = consumer
    }
    // The handler may have run before there was anybody to release.
    if Task.isCancelled { release() }
  }

  private func release() {
    state.withLock { $0.consumer.take() }?.resume(returning: nil)
  }

  /// Alters the state, then lets the consumer go on if there is something for it.
  private func hand(_ alter: (inout State) -> Void) {
    let (consumer, changes) = state.withLock { state -> (Consumer?, Set<Change>?) in
      alter(&state)
      guard let consumer = state.consumer, state.closed || !state.pending.isEmpty else { return (nil, nil) }
      state.consumer = nil
      return (consumer, state.pending.isEmpty ? nil : state.pending.take())
    }
    consumer?.resume(returning: changes)
  }
}
