@preconcurrency internal import Dispatch
internal import Glibc

/// SIGTERM and SIGINT as a wish to stop, SIGHUP as one to reload.
package enum Signals {
  package static func stream() -> AsyncStream<Service.Signal> {
    // A pipe or socket that was closed shows where it is written to.
    signal(SIGPIPE, SIG_IGN)
    // Somebody opened a file while it was asked whether anybody has.
    signal(SIGIO, SIG_IGN)
    let meanings: [(CInt, Service.Signal)] = [(SIGTERM, .stop), (SIGINT, .stop), (SIGHUP, .reload)]
    for (number, _) in meanings { signal(number, SIG_IGN) }
    let queue = DispatchQueue(label: "tondo.signals")
    return AsyncStream { continuation in
      let sources = meanings.map { number, meaning in
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { continuation.yield(meaning) }
        source.resume()
        return source
      }
      continuation.onTermination = { _ in for source in sources { source.cancel() } }
    }
  }
}
