internal import Dispatch
internal import Synchronization

/// Does one thing over and over on another thread while the body runs.
package func meanwhile(_ once: @escaping @Sendable () -> Void, _ body: () throws -> Void) rethrows {
  let isOver = Flag()
  let group = DispatchGroup()
  DispatchQueue.global().async(group: group) {
    while !isOver.raised.load(ordering: .relaxed) { once() }
  }
  defer {
    isOver.raised.store(true, ordering: .relaxed)
    group.wait()
  }
  try body()
}

private final class Flag: Sendable {
  let raised = Atomic(false)
}
