internal import CTondoHTTP
internal import Synchronization

/// A client's connection: one that takes too long over what it does is hung up.
final class Visit: Sendable {
  let server: Server
  private let socket: CInt
  private let pace: Mutex<Pace>

  init(_ server: Server, socket: CInt) {
    self.server = server
    self.socket = socket
    pace = Mutex(.awaiting(since: .now))
  }

  func awaits() { pace.withLock { $0 = .awaiting(since: .now) } }
  func receives() { pace.withLock { $0 = .receiving(0, since: .now) } }
  func isBusy() { pace.withLock { $0 = .busy } }

  func hasReceived(_ count: Int) {
    pace.withLock { pace in
      if case .receiving(let before, let since) = pace { pace = .receiving(before + count, since: since) }
    }
  }

  func isAnswered(_ reply: Reply) {
    let size = reply.size
    pace.withLock { $0 = size.map { .answering($0, since: .now) } ?? .busy }
  }

  /// Ends a connection that takes too long.
  ///
  /// Only while it is known to be open.
  func hangUp(at now: ContinuousClock.Instant) {
    if pace.withLock({ $0.isTooSlow(at: now) }) { tondo_hang_up(socket) }
  }
}

extension Reply {
  /// Bytes; nil where there is no end of it.
  fileprivate var size: Int? {
    switch body {
    case .bytes(let bytes): bytes.count
    case .file(let file): file.size
    case .stream, .problem: nil
    }
  }
}
