extension WebSettings {
  static let leastToken = 16
  static let keys = ["listen", "token", "origins", "maximumScale"]

  init(_ field: Field) throws(DocumentProblem) {
    let fields = try field.object(Self.keys)
    self.init(
      listen: try fields["listen"].map(Address.init), token: try fields["token"]?.token(),
      origins: try fields["origins"]?.origins() ?? [],
      maximumScale: try fields["maximumScale"]?.number(1...100) ?? Viewport.largestScale)
    if let listen, token == nil, !listen.isLocal {
      throw (fields["listen"] ?? field).problem(.needsToken(listen.text))
    }
  }
}

extension WebSettings.Address {
  private static let forms = ["127.0.0.1:8673", "[::1]:8673", "unix:/run/tondo/http.sock"]

  fileprivate init(_ field: Field) throws(DocumentProblem) {
    let text = try field.string()
    guard let address = Self(text) else {
      throw field.problem(.wrongForm(text, wanted: Self.forms.map(Form.pattern)))
    }
    self = address
  }

  private init?(_ text: String) {
    if text.hasPrefix("unix:/") {
      self = .local(String(text.dropFirst("unix:".count)))
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (1...65535).contains(port), let host = Self.host(text[..<colon])
    else { return nil }
    self = .internet(host: host, port: port)
  }

  private static func host(_ text: Substring) -> String? {
    if text == "localhost" { return "127.0.0.1" }
    if text.hasPrefix("["), text.hasSuffix("]") {
      let inside = text.dropFirst().dropLast()
      return inside.contains(":") && inside.allSatisfy { $0.isHexDigit || ":.".contains($0) }
        ? String(inside) : nil
    }
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers.allSatisfy { UInt8($0) != nil } ? String(text) : nil
  }
}

extension Field {
  fileprivate func token() throws(DocumentProblem) -> String {
    let text = try string()
    guard text.utf8.count >= WebSettings.leastToken, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw problem(.weakToken(least: WebSettings.leastToken))
    }
    return text
  }

  fileprivate func origins() throws(DocumentProblem) -> [String] {
    var origins: [String] = []
    for element in try elements() { origins.append(try element.origin()) }
    return origins
  }

  /// A scheme, a host and perhaps a port, and nothing behind it.
  private func origin() throws(DocumentProblem) -> String {
    let text = try string()
    let host = ["https://", "http://"].lazy.filter(text.hasPrefix).map { text.dropFirst($0.count) }.first
    guard let host, !host.isEmpty, !host.contains(where: { "/?#@ ".contains($0) }) else {
      throw problem(.wrongForm(text, wanted: [.pattern("https://photos.example.org")]))
    }
    return text
  }
}
