internal import Model
internal import Synchronization

/// What the watcher's thread shares with others.
final class Desk: Sendable {
  let mailbox = Mailbox()
  /// Rung to end the thread.
  let bell: Bell
  /// Rung once, when the watches stand or `refusal` says why they don't.
  let ready: Bell
  let status = Mutex(WatchStatus())
  let refusal = Mutex<WatchFailure?>(nil)
  private let stopping = Atomic(false)

  init() throws(WatchFailure) {
    bell = try Bell()
    ready = try Bell()
  }

  var isStopping: Bool { stopping.load(ordering: .acquiring) }

  func stop() {
    stopping.store(true, ordering: .releasing)
    bell.ring()
  }
}
