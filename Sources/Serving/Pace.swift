/// What a client does over its connection, and since when.
enum Pace: Sendable {
  /// A request is awaited, or its headers are coming.
  case awaiting(since: ContinuousClock.Instant)
  /// So many bytes of a body have come.
  case receiving(Int, since: ContinuousClock.Instant)
  /// It is the server's turn, or there is no end of what it sends.
  case busy
  /// So many bytes are to be sent.
  case answering(Int, since: ContinuousClock.Instant)

  /// Whatever a client does may take so long, and longer only where it moves so many bytes a second.
  static let patience = Duration.seconds(60)
  static let slowest = 1024

  func isTooSlow(at now: ContinuousClock.Instant) -> Bool {
    switch self {
    case .busy: false
    case .awaiting(let since): since + Self.patience < now
    case .receiving(let count, let since), .answering(let count, let since):
      since + Self.patience + .seconds(count / Self.slowest) < now
    }
  }
}
