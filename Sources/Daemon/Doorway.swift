internal import Files
internal import Model
internal import Serving
internal import Synchronization

/// The web page's servers: they begin, move and end with the settings.
final class Doorway: Sendable {
  private let gallery: any Gallery
  private let hub: Hub
  private let traffic = Traffic()
  /// Listening sockets that the service manager has opened: they are used instead of an address of the settings.
  private let handedOver: [CInt]
  private let thread = TaskThread("tondo.http")
  private let state = Mutex(State())

  fileprivate struct State {
    var servers: [Server] = []
    /// The file that our own socket is: it goes when nobody serves it any more.
    var file: Listening.Name?
    var web: WebSettings?
    var sessions = Sessions(token: nil)
  }

  init(_ gallery: any Gallery, _ hub: Hub, _ handedOver: [CInt]) {
    self.gallery = gallery
    self.hub = hub
    self.handedOver = handedOver
  }

  /// Puts settings in force; answers what there is to tell.
  ///
  /// Where a server cannot listen, all else goes on without it.
  func apply(_ settings: Settings) -> Event? {
    let wanted = settings.http ?? (handedOver.isEmpty ? nil : WebSettings(listen: nil))
    return state.withLock { state in
      if state.web == wanted, !state.servers.isEmpty {
        for server in state.servers { server.apply(settings) }
        return nil
      }
      state.stop()
      guard let wanted else { return nil }
      // Who is signed in stays so, unless the token is another one.
      if state.web?.token != wanted.token { state.sessions = Sessions(token: wanted.token) }
      state.web = wanted
      return serve(wanted, settings, &state)
    }
  }

  func close() { state.withLock { $0.stop() } }

  private func serve(_ web: WebSettings, _ settings: Settings, _ state: inout State) -> Event {
    Listening.makeRoom()
    do throws(WebProblem) {
      let listeners = try open(web)
      if handedOver.isEmpty { state.file = web.listen.flatMap(Listening.file) }
      let names = listeners.map(Listening.name)
      for listener in listeners { state.servers.append(try server(listener, web, settings, state.sessions)) }
      return .serving(
        address: names.map { $0.hasPrefix("unix:") ? $0 : "http://\($0)/" }.joined(separator: ", "))
    } catch { return .notServing(error.explanation) }
  }

  private func open(_ web: WebSettings) throws(WebProblem) -> [CInt] {
    guard handedOver.isEmpty else {
      for socket in handedOver where web.token == nil && !Listening.isLocal(socket) {
        throw .openToAll(Listening.name(socket))
      }
      return try handedOver.map(Listening.copy)
    }
    guard let address = web.listen else { throw .nowhereToListen }
    return [try Listening.open(address)]
  }

  private func server(_ listener: CInt, _ web: WebSettings, _ settings: Settings, _ sessions: Sessions)
    throws(WebProblem) -> Server
  {
    let name = Listening.name(listener)
    let server = Server(
      listener, gallery, hub: hub, traffic: traffic, sessions: sessions, settings: settings,
      origins: web.origins
    ) { [thread] work in Task(executorPreference: thread) { await work() } }
    guard let server else { throw .cannotListen(name, number: FileFailure.shortage) }
    return server
  }
}

extension Doorway.State {
  fileprivate mutating func stop() {
    // First: whoever finds the name can still connect.
    if let file { Listening.remove(file) }
    file = nil
    for server in servers { server.stop() }
    servers = []
  }
}
