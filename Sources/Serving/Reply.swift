internal import Model

/// What is sent back.
struct Reply: Sendable {
  enum Body: Sendable {
    case bytes([UInt8])
    case file(HandedFile)
    case stream(Listener)
    /// In words once it is known whose.
    case problem(WebProblem)
  }

  var status: Int
  var body = Body.bytes([])
  private(set) var headers: [(name: String, value: String)] = []

  init(_ status: Int) { self.status = status }

  init(_ status: Int = 200, json value: JSONValue) {
    self.init(status)
    body = .bytes(value.document)
    headers = [("Content-Type", "application/json"), ("Cache-Control", "no-store")]
  }

  init(_ problem: WebProblem) {
    self.init(problem.status)
    body = .problem(problem)
    // What follows cannot be told from the body.
    if problem == .unclearLength { self = with("Connection", "close") }
    if problem.status == 401 { self = with("WWW-Authenticate", "Bearer") }
  }

  /// The same, with a problem in words.
  func told(in language: Language) -> Reply {
    guard case .problem(let problem) = body else { return self }
    var reply = Reply(status, json: ["error": problem.explanation.json(in: language)])
    reply.headers += headers
    return reply
  }

  init(bytes: [UInt8], type: String) {
    self.init(200)
    body = .bytes(bytes)
    headers = [("Content-Type", type)]
  }

  init(text: String, status: Int = 200, type: String = "text/plain; charset=utf-8") {
    self.init(bytes: Array(text.utf8), type: type)
    self.status = status
    self = with("Cache-Control", "no-store")
  }

  func with(_ name: String, _ value: String) -> Reply {
    var reply = self
    reply.headers.append((name, value))
    return reply
  }

  /// The same, or only that the client has it already.
  func tagged(_ sha256: String, for call: Call, cache: String) -> Reply {
    let tag = "\"\(sha256)\""
    guard call.headers.lists(tag, in: "if-none-match") else {
      return with("ETag", tag).with("Cache-Control", cache)
    }
    return Reply(304).with("ETag", tag).with("Cache-Control", cache)
  }
}
