import Testing

@testable import Serving

/// How slow a client may be.
@Suite struct PaceTests {
  private static let start = ContinuousClock.now

  @Test(arguments: [
    (Pace.awaiting(since: start), 60.0), (.receiving(0, since: start), 60),
    (.receiving(1 << 20, since: start), 60 + 1024),
    (.answering(0, since: start), 60), (.answering(10 << 20, since: start), 60 + 10240),
  ])
  func `a minute, and a second for each KiB, is enough`(_ pace: Pace, _ seconds: Double) {
    #expect(!pace.isTooSlow(at: Self.start + .seconds(seconds)))
    #expect(pace.isTooSlow(at: Self.start + .seconds(seconds + 0.001)))
  }

  @Test func `whoever waits for the server may wait for ever`() {
    #expect(!Pace.busy.isTooSlow(at: Self.start + .seconds(1_000_000)))
  }
}
