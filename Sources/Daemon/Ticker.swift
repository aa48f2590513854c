@preconcurrency internal import Dispatch

/// Calls a body again and again, on a queue of its own, for as long as it is kept.
final class Ticker: Sendable {
  private let source: any DispatchSourceTimer

  init(_ label: String, every interval: Duration, _ body: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: label))
    let seconds = interval / .seconds(1)
    source.schedule(deadline: .now() + seconds, repeating: seconds)
    source.setEventHandler(handler: body)
    source.resume()
  }

  deinit { source.cancel() }
}
