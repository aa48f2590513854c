internal import Digest
internal import Model
internal import Synchronization

/// Who has shown the token, remembered until the server ends.
///
/// What a browser keeps is a number of its own, and never the token.
package final class Sessions: Sendable {
  /// Nil: nobody needs one.
  private let token: String?
  private let state = Mutex(State())

  private struct State {
    var numbers: [String: ContinuousClock.Instant] = [:]
    var failures: [ContinuousClock.Instant] = []
  }

  static let cookie = "tondo"
  static let lifetime = Duration.seconds(30 * 86_400)
  private static let most = 10_000
  /// So many wrong tokens are told so in this time; further ones hear only that there were too many.
  private static let mostFailures = 10
  private static let window = Duration.seconds(60)

  package init(token: String?) { self.token = token }

  package var isNeeded: Bool { token != nil }

  /// Whether a request comes with a session's number, or with the token itself, as scripts do.
  func knows(_ headers: Headers, at now: ContinuousClock.Instant = .now) -> Bool {
    guard let token else { return true }
    if let number = headers.cookie(Self.cookie), hasBegun(number, at: now) { return true }
    guard let said = headers["authorization"], said.hasPrefix("Bearer ") else { return false }
    return isSame(String(said.dropFirst("Bearer ".count)), token)
  }

  /// The same; a wrong token counts.
  func admit(_ headers: Headers, at now: ContinuousClock.Instant = .now) throws(WebProblem) -> Bool {
    if knows(headers, at: now) { return true }
    if headers.has("authorization"), !notesFailure(at: now) { throw .tooManyTries }
    return false
  }

  private func hasBegun(_ number: String, at now: ContinuousClock.Instant) -> Bool {
    state.withLock { $0.numbers[number].map { now < $0 } ?? false }
  }

  /// The number of a new session, for whoever says the token.
  func begin(_ said: String, at now: ContinuousClock.Instant = .now) throws(WebProblem) -> String {
    guard let token else { return Self.number() }
    // Whoever has it is let in, however many others guess.
    guard isSame(said, token) else { throw notesFailure(at: now) ? .wrongToken : .tooManyTries }
    let number = Self.number()
    state.withLock { state in
      state.numbers = state.numbers.filter { now < $0.value }
      if state.numbers.count >= Self.most, let first = state.numbers.min(by: { $0.value < $1.value })?.key {
        state.numbers[first] = nil
      }
      state.numbers[number] = now + Self.lifetime
    }
    return number
  }

  func end(_ headers: Headers) {
    guard let number = headers.cookie(Self.cookie) else { return }
    state.withLock { $0.numbers[number] = nil }
  }

  /// False where there were too many already.
  private func notesFailure(at now: ContinuousClock.Instant) -> Bool {
    state.withLock { state in
      state.failures.removeAll { $0 + Self.window <= now }
      guard state.failures.count < Self.mostFailures else { return false }
      state.failures.append(now)
      return true
    }
  }

  /// 256 random bits, from the kernel.
  private static func number() -> String {
    var random = SystemRandomNumberGenerator()
    return hexadecimal((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) })
  }
}

/// Takes the same time wherever two secrets differ, however long they are.
func isSame(_ one: String, _ other: String) -> Bool {
  let digests = [one, other].map { Array(SHA256.of(Array($0.utf8)).utf8) }
  return zip(digests[0], digests[1]).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
