@preconcurrency internal import Dispatch
internal import Ledger
internal import Model
internal import Serving
internal import Synchronization

/// Tells the page what the ledger was told: gathered for a moment, so that a batch does not become a flood.
///
/// While nobody listens nothing is gathered, and nothing wakes up.
final class Newsroom: Sendable {
  let hub = Hub()
  private let catalogue: Catalogue
  private let queue = DispatchQueue(label: "tondo.news")
  private let thread = TaskThread("tondo.news.reading")
  private let state = Mutex(State())

  private struct State {
    var changes: Set<Ledger.Change> = []
    var isAwaited = false
    var counts: Standing.Counts?
  }

  private static let pause = DispatchTimeInterval.milliseconds(100)
  /// From so many changes on it is quicker to ask for the list again.
  private static let most = 500

  init(_ catalogue: Catalogue) { self.catalogue = catalogue }

  func note(_ change: Ledger.Change) {
    guard !hub.isEmpty else { return }
    let begins = state.withLock { state in
      state.changes.insert(change)
      defer { state.isAwaited = true }
      return !state.isAwaited
    }
    if begins { queue.asyncAfter(deadline: .now() + Self.pause) { self.publish() } }
  }

  private func publish() {
    let changes = state.withLock { state in
      state.isAwaited = false
      defer { state.changes = [] }
      return state.changes
    }
    Task(executorPreference: thread) { await self.publish(changes) }
  }

  private func publish(_ changes: Set<Ledger.Change>) async {
    guard changes.count <= Self.most else { return hub.tell([.hello]) }
    // Trouble with the ledger is told elsewhere; who listens asks again when it is over.
    guard let found = try? await catalogue.news(changes) else { return }
    let isNew = state.withLock { state in
      defer { state.counts = found.counts }
      return state.counts != found.counts
    }
    hub.tell(found.news + (isNew ? [.counts(found.counts)] : []))
  }
}
