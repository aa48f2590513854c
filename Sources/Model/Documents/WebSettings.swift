/// How the web page is served: `http` in the settings.
package struct WebSettings: Hashable, Sendable {
  package enum Address: Hashable, Sendable {
    /// A numeric address; that of IPv6 without its brackets.
    case internet(host: String, port: Int)
    /// The path of a Unix socket.
    case local(String)
  }

  /// Nil: only where the service manager has opened a socket.
  package var listen: Address?
  /// What a person must say to be let in; nil: nothing.
  package var token: String?
  /// Other addresses by which browsers come here, as in `https://photos.example.org`.
  package var origins: [String]
  /// How far a gesture on the page may zoom; what is written elsewhere may go further.
  package var maximumScale: Double

  package init(
    listen: Address?, token: String? = nil, origins: [String] = [],
    maximumScale: Double = Viewport.largestScale
  ) {
    self.listen = listen
    self.token = token
    self.origins = origins
    self.maximumScale = maximumScale
  }
}

extension WebSettings.Address {
  /// As the settings have it.
  package var text: String {
    switch self {
    case .internet(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .local(let path): "unix:\(path)"
    }
  }

  /// Whether only this machine's users reach it.
  package var isLocal: Bool {
    switch self {
    case .internet(let host, _): host == "::1" || host.hasPrefix("127.")
    case .local: true
    }
  }
}
