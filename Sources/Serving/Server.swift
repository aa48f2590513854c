internal import CTondoHTTP
@preconcurrency internal import Dispatch
internal import Glibc
package import Model
internal import Synchronization

/// Answers HTTP on one listening socket, by a thread of its own that never waits for anything but the network.
///
/// Whatever takes the daemon's help is suspended meanwhile. It must be stopped before it is let go.
package final class Server: Sendable {
  /// Runs what an answer takes, somewhere else.
  package typealias Run = @Sendable (@escaping @Sendable () async -> Void) -> Void

  let run: Run
  let routes = Routes()
  let admission: Admission
  private let hub: Hub
  private let traffic: Traffic
  private let sessions: Sessions
  private let house: Mutex<House>
  private let state = Mutex(State())

  private struct State {
    nonisolated(unsafe) var raw: OpaquePointer?
    var isStopping = false
    var exchanges: [ObjectIdentifier: Exchange] = [:]
    var visits: [ObjectIdentifier: Visit] = [:]
    /// While anybody is here.
    var sweeping: (any DispatchSourceTimer)?
  }

  /// Clients at once; more wait until one has gone.
  static let mostConnections: UInt32 = 12_000
  /// How long a connection may do nothing.
  static let idleSeconds: UInt32 = 30

  /// Serves a listening socket, which becomes the server's.
  package init?(
    _ listener: CInt, _ gallery: any Gallery, hub: Hub, traffic: Traffic, sessions: Sessions,
    settings: Settings, origins: [String], run: @escaping Run
  ) {
    self.run = run
    self.hub = hub
    self.traffic = traffic
    admission = Admission(origins: origins)
    self.sessions = sessions
    house = Mutex(House(gallery: gallery, settings: settings, sessions: sessions, hub: hub, traffic: traffic))
    var hooks = hooks(Unmanaged.passUnretained(self).toOpaque())
    guard let raw = tondo_http_start(listener, &hooks, Self.mostConnections, Self.idleSeconds) else {
      close(listener)
      return nil
    }
    state.withLock { $0.raw = raw }
  }

  deinit { precondition(state.withLock { $0.raw == nil }, "a server is stopped by whoever started it") }

  /// The settings that are told to clients.
  package func apply(_ settings: Settings) {
    house.withLock {
      $0 = House(gallery: $0.gallery, settings: settings, sessions: sessions, hub: hub, traffic: traffic)
    }
  }

  /// Ends all connections; whoever waits for an answer is told so.
  package func stop() {
    let (raw, waiting) = state.withLock { state in
      state.isStopping = true
      defer { state.raw = nil }
      return (state.raw, Array(state.exchanges.values))
    }
    guard let raw else { return }
    tondo_http_quiesce(raw)
    for exchange in waiting { exchange.hurry() }
    // Last: an answer that was given just now may be one that listens.
    hub.close()
    tondo_http_stop(raw)
  }

  var isStopping: Bool { state.withLock { $0.isStopping } }

  var current: House { house.withLock { $0 } }

  // MARK: Who is there

  func add(_ exchange: Exchange) { state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = exchange } }
  func remove(_ exchange: Exchange) { state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = nil } }

  func add(_ visit: Visit) {
    state.withLock { state in
      state.visits[ObjectIdentifier(visit)] = visit
      traffic.hasCome()
      if state.sweeping == nil { state.sweeping = sweeper() }
    }
  }

  func remove(_ visit: Visit) {
    state.withLock { state in
      state.visits[ObjectIdentifier(visit)] = nil
      traffic.hasGone()
      guard state.visits.isEmpty else { return }
      // Nobody is here: nothing wakes up.
      state.sweeping?.cancel()
      state.sweeping = nil
    }
  }

  func hasAnswered(_ status: Int) { traffic.hasAnswered(status) }

  // MARK: Sweeping

  private static let sweep = 15

  private func sweeper() -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "tondo.http.sweep"))
    timer.schedule(deadline: .now() + .seconds(Self.sweep), repeating: .seconds(Self.sweep))
    timer.setEventHandler { [weak self] in self?.sweepNow() }
    timer.resume()
    return timer
  }

  private func sweepNow() {
    hub.breathe()
    // A visit that is known still has its socket: it is removed before that is closed.
    state.withLock { state in for visit in state.visits.values { visit.hangUp(at: .now) } }
  }
}

/// What libmicrohttpd calls.
///
/// Not in a type that could belong to the main actor: it calls on a thread of its own.
private func hooks(_ server: UnsafeMutableRawPointer) -> tondo_http_hooks {
  tondo_http_hooks(
    context: server,
    opened: { context, socket in
      guard let server: Server = borrowed(context) else { return nil }
      let visit = Visit(server, socket: socket)
      server.add(visit)
      return Unmanaged.passRetained(visit).toOpaque()
    },
    closed: { visit in
      guard let visit: Visit = taken(visit) else { return }
      visit.server.remove(visit)
    },
    begun: { context, visit, connection, target in
      guard let visit: Visit = borrowed(visit), let connection, let target else { return nil }
      let exchange = Exchange(
        visit, connection,
        target: Array(UnsafeBufferPointer(start: target, count: strlen(target))).map(UInt8.init(bitPattern:)))
      visit.server.add(exchange)
      return Unmanaged.passRetained(exchange).toOpaque()
    },
    turn: { exchange, method in
      guard let exchange: Exchange = borrowed(exchange), let method else { return false }
      return exchange.turn(String(cString: method))
    },
    piece: { exchange, bytes, count in
      guard let exchange: Exchange = borrowed(exchange) else { return false }
      return exchange.receive(UnsafeRawBufferPointer(start: bytes, count: count))
    },
    ended: { exchange in
      guard let exchange: Exchange = taken(exchange) else { return }
      exchange.end()
    })
}

private func borrowed<Object: AnyObject>(_ pointer: UnsafeMutableRawPointer?) -> Object? {
  pointer.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
}

private func taken<Object: AnyObject>(_ pointer: UnsafeMutableRawPointer?) -> Object? {
  pointer.map { Unmanaged<Object>.fromOpaque($0).takeRetainedValue() }
}
