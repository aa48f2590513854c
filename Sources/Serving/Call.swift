internal import Model

/// A request that was read, taken apart and let in.
struct Call: Sendable {
  var method: String
  var target: RequestTarget
  var headers: Headers
  var body: [UInt8] = []
  /// What the route's wildcard stands for.
  var path = BytePath.here
  /// Whether it comes with the session, or none is needed.
  var isSignedIn = false

  /// In which whoever asks wants to be told.
  var language: Language { Language.wished(headers, target) }

  /// The id that the path is.
  func id() throws(WebProblem) -> AvatarID {
    guard let id = AvatarID(path) else { throw .noSuchThing(path.shown) }
    return id
  }

  /// The tag that the client's copy has; without its quotes.
  func ifMatch() throws(WebProblem) -> String {
    guard let tag = try ifMatchGiven() else { throw .ifMatchMissing }
    return tag
  }

  /// Nil where there is no such header.
  func ifMatchGiven() throws(WebProblem) -> String? {
    guard let tag = headers["if-match"] else { return nil }
    guard tag.count > 2, tag.first == "\"", tag.last == "\"" else { throw .badTag(tag) }
    return String(tag.dropFirst().dropLast())
  }

  func json() throws(WebProblem) -> JSONValue {
    do throws(DocumentProblem) { return try JSONValue(reading: body) } catch { throw .document(error) }
  }
}
