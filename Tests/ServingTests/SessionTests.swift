import Model
import Testing

@testable import Serving

/// The token, and what a browser keeps instead of it.
@Suite struct SessionTests {
  private static let token = "0123456789abcdef"

  private func with(_ cookie: String) -> Headers { Headers([("Cookie", cookie)]) }

  @Test func `without a token everybody is signed in`() throws {
    let sessions = Sessions(token: nil)
    #expect(sessions.knows(Headers()) && !sessions.isNeeded)
  }

  @Test func `who says the token gets a number that is not the token, and is known by it`() throws {
    let sessions = Sessions(token: Self.token)
    let number = try sessions.begin(Self.token)
    #expect(number.count == 64 && number != Self.token)
    #expect(sessions.knows(with("tondo=\(number)")))
    #expect(sessions.knows(with("a=b; tondo=\(number); c")))
    #expect(!sessions.knows(with("tondo=\(Self.token)")))
    #expect(!sessions.knows(with("atondo=\(number)")))
    #expect(!sessions.knows(with("tondo=")))
    sessions.end(with("tondo=\(number)"))
    #expect(!sessions.knows(with("tondo=\(number)")))
  }

  @Test func `scripts say the token itself`() {
    let sessions = Sessions(token: Self.token)
    #expect(sessions.knows(Headers([("Authorization", "Bearer \(Self.token)")])))
    for said in ["Bearer \(Self.token)x", "Bearer ", "Basic \(Self.token)", Self.token] {
      #expect(!sessions.knows(Headers([("Authorization", said)])), "\(said)")
    }
  }

  @Test func `a session ends by itself`() throws {
    let sessions = Sessions(token: Self.token)
    let now = ContinuousClock.now
    let number = try sessions.begin(Self.token, at: now)
    #expect(sessions.knows(with("tondo=\(number)"), at: now + .seconds(29 * 86_400)))
    #expect(!sessions.knows(with("tondo=\(number)"), at: now + .seconds(30 * 86_400)))
  }

  @Test func `after ten wrong tokens only the right one is listened to for a minute`() throws {
    let sessions = Sessions(token: Self.token)
    let now = ContinuousClock.now
    let wrong = Headers([("Authorization", "Bearer wrong")])
    let right = Headers([("Authorization", "Bearer \(Self.token)")])
    for _ in 0..<5 {
      #expect(throws: WebProblem.wrongToken) { try sessions.begin("wrong", at: now) }
      #expect(try !sessions.admit(wrong, at: now))
    }
    for time in [now, now + .seconds(59)] {
      #expect(throws: WebProblem.tooManyTries) { try sessions.begin("wrong", at: time) }
      #expect(throws: WebProblem.tooManyTries) { try sessions.admit(wrong, at: time) }
      #expect(try sessions.admit(right, at: time))
      let number = try sessions.begin(Self.token, at: time)
      #expect(try sessions.admit(with("tondo=\(number)"), at: time))
      // A number of a daemon that ended, and no token at all, are nobody's guess.
      #expect(try !sessions.admit(with("tondo=\(Self.token)"), at: time))
      #expect(try !sessions.admit(Headers(), at: time))
    }
    #expect(throws: WebProblem.wrongToken) { try sessions.begin("wrong", at: now + .seconds(60)) }
  }

  @Test func `secrets are compared as wholes`() {
    #expect(isSame("abc", "abc"))
    for other in ["", "ab", "abd", "abcd", "Abc"] { #expect(!isSame("abc", other)) }
  }

  @Test(arguments: [
    (#""a""#, true), (#""b", "a""#, true), (#"W/"a""#, true), ("*", true), (#""A""#, false), ("a", false),
    ("", false),
  ])
  func `a client that has a tag is known by it`(_ list: String, _ isListed: Bool) {
    #expect(Headers([("If-None-Match", list)]).lists("\"a\"", in: "if-none-match") == isListed)
  }
}
