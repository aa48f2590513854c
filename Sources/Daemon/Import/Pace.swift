internal import Glibc
internal import Model

/// When an import tells how it goes, and how long it rests before it looks again.
struct Pace {
  private var told = ContinuousClock.now
  private var ended = ContinuousClock.now
  /// Since when nobody works on the root.
  var unattended: ContinuousClock.Instant?

  private static let pause = Duration.milliseconds(500)
  /// While few wait, somebody waits for just these, and to look costs nothing.
  private static let few = 16
  private static let moment = Duration.milliseconds(20)

  /// Whether it was told long enough ago; then it is told now.
  var isDue: Bool {
    mutating get {
      guard .now - told >= Self.pause else { return false }
      told = .now
      return true
    }
  }

  /// Something has ended.
  mutating func note() { ended = .now }

  /// Since when nothing has ended.
  var silence: Duration { .now - ended }

  func rest(_ waiting: Int, _ stopWish: StopWish) throws {
    try rest(for: waiting < Self.few ? Self.moment : Self.pause, stopWish)
  }

  func rest(for duration: Duration, _ stopWish: StopWish) throws {
    let end = ContinuousClock.now + duration
    repeat {
      if stopWish.isExpressed { throw Importer.Stopped() }
      usleep(20_000)
    } while .now < end
  }
}
