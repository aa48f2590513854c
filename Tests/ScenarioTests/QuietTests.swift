import Foundation
import Testing

/// A daemon without work does nothing at all.
@Suite(.serialized) struct QuietTests {
  /// How long to look; `TONDO_QUIET_SECONDS=60` looks longer.
  private static let window =
    ProcessInfo.processInfo.environment["TONDO_QUIET_SECONDS"].flatMap(Double.init) ?? 5

  @Test func `without work nobody wakes up, daemon or worker`() async throws {
    try await scene { scene in
      for turn in 0..<5 { try scene.root.drop("photo\(turn).png", Picture.fresh()) }
      try scene.root.drop("later.job.json", "{}")
      try await scene.until("all are made") { scene.count(": made in") == 5 }
      try await scene.settled()
      let all = try [#require(scene.daemon).pid] + Proc.workers(scene)
      #expect(all.count > 1)
      try await ended(scene, all)
      let before = try all.map { (try Proc.processorTime($0), Proc.waits($0)) }
      // The measurement: a window in which nothing may happen.
      try await Task.sleep(for: .seconds(Self.window))
      for (pid, before) in zip(all, before) {
        let used = try Proc.processorTime(pid) - before.0
        #expect(used < .milliseconds(5), "processor time of \(pid == all[0] ? "the daemon" : "a worker")")
        #expect(Proc.waits(pid) - before.1 <= 2, "wake-ups of \(pid == all[0] ? "the daemon" : "a worker")")
      }
    }
  }

  /// Waits until threads that linger after the last work (the pools end theirs after some seconds) are gone: until the
  /// number of threads has not changed for a while.
  private func ended(_ scene: Scene, _ all: [pid_t]) async throws {
    var known = (threads: 0, since: ContinuousClock.now)
    try await scene.until("the number of threads stays", seconds: 60) {
      let threads = all.compactMap { Proc.number("Threads", of: $0) }.reduce(0, +)
      if threads != known.threads { known = (threads, .now) }
      return ContinuousClock.now - known.since > .seconds(6)
    }
  }
}
