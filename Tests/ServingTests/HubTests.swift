import Model
import Testing

@testable import Serving

/// What is told to whoever listens.
@Suite struct HubTests {
  private func heard(_ listener: Listener, room: Int = 1 << 20) -> String {
    var buffer = [UInt8](repeating: 0, count: room)
    let count = buffer.withUnsafeMutableBytes { listener.read(into: $0) }
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  @Test func `who comes is greeted, and hears what follows`() throws {
    let hub = Hub()
    #expect(hub.isEmpty)
    let listener = hub.join(.english)
    #expect(!hub.isEmpty)
    hub.tell([
      .gone(AvatarID("jane"), file: nil),
      .counts(.init(ready: 1, waiting: 0, queued: 0, processing: 0, failed: 0)),
    ])
    let lines = heard(listener).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix(5) == ["retry: 2000", "id: 1", "event: hello", "data: {}", ""])
    #expect(lines[5...].prefix(4) == ["id: 2", "event: gone", #"data: { "id": "jane", "file": null }"#, ""])
    #expect(lines[9...].first == "id: 3")
    #expect(heard(listener) == "")
  }

  @Test func `a buffer that is small gets a part, and the rest comes next`() {
    let hub = Hub()
    let listener = hub.join(.english)
    let first = heard(listener, room: 8)
    #expect(first == "retry: 2")
    #expect(heard(listener).hasPrefix("000\n"))
  }

  @Test func `who does not keep up is let go, and the others are not`() {
    let hub = Hub()
    let slow = hub.join(.english)
    let quick = hub.join(.english)
    _ = heard(quick)
    var told = 0
    while !hub.isEmpty, told < 100_000, slow.hear([]) {
      hub.tell([.gone(AvatarID("somebody/with/a/long/name/\(told)"), file: nil)])
      _ = heard(quick)
      told += 1
    }
    #expect(!slow.hear([]), "let go after \(told)")
    #expect(quick.hear([]) && !hub.isEmpty)
    hub.close()
    #expect(!quick.hear([]) && hub.isEmpty)
  }

  @Test func `figures are as Prometheus reads them`() {
    var tally = Tally()
    tally.made = 3
    for seconds in [0.05, 0.3, 99] { tally.processing.add(seconds) }
    let counts = Standing.Counts(ready: 2, waiting: 0, queued: 1, processing: 0, failed: 0)
    let figures = Figures(counts: counts, oldest: 7, workers: 2, busyWorkers: 1, tally: tally)
    let lines = Metrics(figures, answers: [200: 5, 404: 1], connections: 4).text.split(separator: "\n")
    for line in [
      "tondo_made_total 3", #"tondo_http_requests_total{code="404"} 1"#, #"tondo_ids{state="queued"} 1"#,
      "tondo_oldest_work_seconds 7", "tondo_http_connections 4",
      #"tondo_processing_seconds_bucket{le="0.05"} 1"#,
      #"tondo_processing_seconds_bucket{le="0.5"} 2"#, #"tondo_processing_seconds_bucket{le="60"} 2"#,
      #"tondo_processing_seconds_bucket{le="+Inf"} 3"#, "tondo_processing_seconds_sum 99.35",
      "tondo_processing_seconds_count 3",
    ] { #expect(lines.contains { $0 == line }, "\(line)") }
  }
}
