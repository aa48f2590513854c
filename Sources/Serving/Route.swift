internal import Model

/// A method and a pattern of paths, and what answers them.
struct Route: Sendable {
  /// Who may ask.
  enum Access {
    /// Anybody whose Host is right.
    case open
    /// Whoever has the session, where a token is set.
    case session
  }

  var method: String
  /// Names; one of them may be `*`, which stands for one or more parts.
  var pattern: [String]
  var access: Access
  /// Bytes.
  var mostBody: Int
  var answer: Answer
  /// Where the body goes piece by piece; nil where it is part of the call.
  var upload: Uploading?

  typealias Answer = @Sendable (Call, House) async throws(WebProblem) -> Reply
  typealias Uploading = @Sendable (Call, House) async throws(WebProblem) -> any Upload

  init(
    _ method: String, _ pattern: String, _ access: Access = .session, body mostBody: Int = 0,
    _ answer: @escaping Answer
  ) {
    self.method = method
    self.pattern = pattern.split(separator: "/").map(String.init)
    self.access = access
    self.mostBody = mostBody
    self.answer = answer
  }

  /// An original that arrives.
  init(_ method: String, _ pattern: String, uploading upload: @escaping Uploading) {
    self.init(method, pattern) { _, _ throws(WebProblem) in Reply(201) }
    self.upload = upload
  }

  /// How long a body may be.
  func mostBody(_ settings: Settings) -> Int { upload == nil ? mostBody : settings.limits.bytes }

  /// Whether it changes anything: then more is asked of who asks.
  var isMutating: Bool { !["GET", "HEAD"].contains(method) }

  /// What the wildcard stands for (`here` where there is none); nil where the path is another.
  func match(_ parts: [[UInt8]]) -> BytePath? {
    let wanted = pattern.map { Array($0.utf8) }
    guard let star = wanted.firstIndex(of: Array("*".utf8)) else { return parts == wanted ? .here : nil }
    let (head, tail) = (wanted[..<star], wanted[(star + 1)...])
    guard parts.count > head.count + tail.count, parts.prefix(head.count).elementsEqual(head),
      parts.suffix(tail.count).elementsEqual(tail)
    else { return nil }
    return parts[head.count..<(parts.count - tail.count)].reduce(.here) { $0.appending($1) }
  }
}

/// All that can be asked for.
struct Routes: Sendable {
  private let all: [Route]

  init(_ all: [Route] = Route.all) { self.all = all }

  /// The route, and what its wildcard stands for.
  ///
  /// HEAD is answered as GET is, without the body.
  func find(_ method: String, _ parts: [[UInt8]]) throws(WebProblem) -> (route: Route, path: BytePath) {
    let method = method == "HEAD" ? "GET" : method
    var methods: [String] = []
    for route in all {
      guard let path = route.match(parts) else { continue }
      if route.method == method { return (route, path) }
      methods.append(route.method)
    }
    guard methods.isEmpty else { throw .wrongMethod(method, allowed: Array(Set(methods)).sorted()) }
    throw .noSuchThing("/" + parts.map { escaped($0) }.joined(separator: "/"))
  }
}
