import Model
import Testing

@testable import Serving

/// Which route answers what.
@Suite struct RouteTests {
  private func find(_ method: String, _ path: String) throws(WebProblem) -> String {
    let parts = path.split(separator: "/").map { Array($0.utf8) }
    let found = try Routes().find(method, parts)
    return "\(found.route.method) /\(found.route.pattern.joined(separator: "/")) \(found.path)"
  }

  @Test(arguments: [
    ("GET", "/", "GET / "), ("HEAD", "/", "GET / "), ("GET", "/assets/page.css", "GET /assets/* page.css"),
    ("GET", "/api/avatars", "GET /api/avatars "),
    ("GET", "/api/avatars/sales/jane", "GET /api/avatars/* sales/jane"),
    ("GET", "/api/avatars/jane/attributes", "GET /api/avatars/* jane/attributes"),
    ("PUT", "/api/avatars/a/b/attributes", "PUT /api/avatars/*/attributes a/b"),
    ("PUT", "/api/avatars/attributes/attributes", "PUT /api/avatars/*/attributes attributes"),
    ("POST", "/api/avatars/jane/retry", "POST /api/avatars/*/retry jane"),
    ("DELETE", "/api/avatars/retry", "DELETE /api/avatars/* retry"),
    ("PUT", "/api/inbox/sales/jane.jpg", "PUT /api/inbox/* sales/jane.jpg"),
    ("GET", "/avatars/sales/jane-96.jpg", "GET /avatars/* sales/jane-96.jpg"),
    ("GET", "/metrics", "GET /metrics "),
  ])
  func `a method and a path find their route`(_ method: String, _ path: String, _ found: String) throws {
    #expect(try find(method, path) == found)
  }

  @Test(arguments: [
    ("GET", "/api"), ("GET", "/avatars"), ("GET", "/assets"), ("PUT", "/api/avatars/attributes/x"),
  ])
  func `what nobody answers is not there`(_ method: String, _ path: String) {
    #expect(throws: WebProblem.self) { try find(method, path) }
  }

  @Test func `another method is told which are possible`() {
    #expect(throws: WebProblem.wrongMethod("PATCH", allowed: ["DELETE", "GET", "POST"])) {
      try find("PATCH", "/api/session")
    }
    #expect(throws: WebProblem.wrongMethod("PUT", allowed: ["GET"])) { try find("PUT", "/healthz") }
  }

  @Test func `only pages, sessions, strings and health are for everybody`() {
    let open = Route.all.filter { $0.access == .open }.map { $0.pattern.joined(separator: "/") }
    #expect(Set(open) == ["", "assets/*", "api/session", "api/strings", "healthz"])
  }

  @Test(arguments: [
    ("", "nil any 60"), ("?state=failed&limit=500", "failed any 500"), ("?limit=1&after=61.", "nil 61. 1"),
  ])
  func `a list is asked for by parameters`(_ query: String, _ wished: String) throws {
    let wish = try ListWish(call(query))
    #expect("\(wish.state?.rawValue ?? "nil") \(wish.after?.text ?? "any") \(wish.limit)" == wished)
  }

  @Test(arguments: ["?state=good", "?limit=0", "?limit=501", "?limit=x", "?after=x"])
  func `a parameter that means nothing is told`(_ query: String) {
    #expect(throws: WebProblem.self) { try ListWish(call(query)) }
  }

  private func call(_ query: String) throws -> Call {
    let target = try #require(RequestTarget(Array("/api/avatars\(query)".utf8)))
    return Call(method: "GET", target: target, headers: Headers())
  }
}
