internal import Synchronization

/// Whether this process was told to stop: what takes long looks here, and ends early.
final class StopWish: Sendable {
  private let flag = Atomic(false)

  /// Answers whether this is news.
  func express() -> Bool { !flag.exchange(true, ordering: .acquiringAndReleasing) }

  var isExpressed: Bool { flag.load(ordering: .acquiring) }

  /// Throws `CancellationError` where it was.
  func check() throws { if isExpressed { throw CancellationError() } }
}
