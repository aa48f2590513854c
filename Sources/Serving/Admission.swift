internal import Glibc
internal import Model

/// Whether a request comes from a page of this server, or from a program: no other site's page is let in.
struct Admission: Sendable {
  /// Names by which this server is known beside its addresses, in lower case, without ports.
  private let names: Set<String>
  private let origins: Set<String>

  init(origins: [String]) {
    self.origins = Set(origins.map { $0.lowercased() })
    names = Set(self.origins.compactMap { Self.name(ofHost: Self.host(ofOrigin: $0)) } + ["localhost"])
  }

  /// Throws why it is not let in.
  func check(_ headers: Headers, isMutating: Bool) throws(WebProblem) {
    let host = headers["host"]?.lowercased() ?? ""
    // A name that somebody else owns may lead here: a page of theirs would be of the same origin.
    guard Self.name(ofHost: host).map(isOurs) ?? false else { throw .wrongHost(host) }
    guard isMutating else { return }
    // No form of another site can send it, and a script must ask first, which nobody answers.
    guard headers["x-tondo"] == "1" else { throw .noTondoHeader }
    if headers.has("origin") {
      let origin = headers["origin"]?.lowercased() ?? ""
      guard origins.contains(origin) || Self.host(ofOrigin: origin) == host else {
        throw .wrongOrigin(origin)
      }
    }
    if headers["sec-fetch-site"] == "cross-site" { throw .wrongOrigin("cross-site") }
  }

  /// An address is nobody's name.
  private func isOurs(_ name: String) -> Bool {
    if names.contains(name) { return true }
    guard name.hasPrefix("[") else { return Self.isAddress(name, AF_INET) }
    return Self.isAddress(String(name.dropFirst().dropLast()), AF_INET6)
  }

  private static func isAddress(_ name: String, _ family: CInt) -> Bool {
    var address = in6_addr()
    return inet_pton(family, name, &address) == 1
  }

  /// Without the port; nil where it is no host with or without a port.
  private static func name(ofHost host: String) -> String? {
    let end =
      host.hasPrefix("[")
      ? host.firstIndex(of: "]").map { host.index(after: $0) } : host.firstIndex(of: ":") ?? host.endIndex
    guard let end else { return nil }
    let port = host[end...]
    let isPort = port.first == ":" && port.count > 1 && port.utf8.dropFirst().allSatisfy { 48...57 ~= $0 }
    return port.isEmpty || isPort ? String(host[..<end]) : nil
  }

  private static func host(ofOrigin origin: String) -> String {
    for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
      return String(origin.dropFirst(scheme.count))
    }
    return ""
  }
}
