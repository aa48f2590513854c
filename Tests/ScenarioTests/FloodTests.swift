import Foundation
import Glibc
import Testing

/// More than anybody can keep up with.
@Suite(.serialized) struct FloodTests {
  /// What the kernel queues for one watcher.
  private static let queue =
    (try? String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8))
    .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 16_384

  @Test func `what comes while the kernel's queue is full is found all the same`() async throws {
    let photos = Torture.amount(2_000, sample: 50)
    let others = Torture.amount(18_000, sample: 50)
    try await scene(settings: Scene.settings(outputs: #"[{"size":8,"format":"jpeg"}]"#)) { scene in
      let root = scene.root
      scene.daemon?.send(SIGSTOP)
      // First what fills the queue, so that the events of all that follows are lost.
      for name in [".one", ".two"] { try root.drop(name, "") }
      for turn in 0..<Self.queue + 10 {
        chmod(root.absolute("inbox/.\(turn % 2 == 0 ? "one" : "two")"), 0o600)
      }
      for turn in 0..<photos {
        try root.drop("new\(turn % 7)/photo\(turn).png", Picture.fresh(width: 8, height: 8))
      }
      for turn in 0..<others { try root.drop("bad\(turn % 7)/\(turn).jpg", "no photo") }
      scene.daemon?.send(SIGCONT)
      try await scene.until("all are processed", seconds: Double(60 + others / 10)) {
        scene.count(": made in") == photos && scene.count("moved to failed/") == others
      }
      try await scene.idle()
      #expect(root.ids.count == photos)
      #expect(root.files("originals").count == photos)
      #expect(root.files("failed").count == 2 * others)
      #expect(root.files("inbox") == [".one", ".two"])
    }
  }

  private func memory(_ scene: Scene) throws -> Int {
    let daemon = try #require(scene.daemon).pid
    return try #require(Proc.number("VmRSS", of: daemon))
  }

  @Test func `folders that are made and removed leave nothing in memory`() async throws {
    let waves = Torture.amount(100, sample: 8)
    try await scene { scene in
      let daemon = try #require(scene.daemon).pid
      let base = Proc.watches(daemon)
      var before = 0
      for wave in 0..<waves {
        for turn in 0..<500 {
          #expect(mkdir(scene.root.absolute("inbox/\(wave)-\(turn)"), 0o755) == 0)
        }
        try await scene.until("all are watched", seconds: 60) { Proc.watches(daemon) == base + 500 }
        for turn in 0..<500 { #expect(rmdir(scene.root.absolute("inbox/\(wave)-\(turn)")) == 0) }
        try await scene.until("none is watched", seconds: 60) { Proc.watches(daemon) == base }
        if wave == waves / 4 { before = try memory(scene) }
      }
      let after = try memory(scene)
      #expect(Double(after) < 1.25 * Double(before), "kB: \(before), then \(after)")
      try await scene.settled()
    }
  }

  @Test func `a million events leave nothing in memory`() async throws {
    let events = Torture.amount(1_000_000, sample: 60_000)
    try await scene { scene in
      let root = scene.root
      for turn in 0..<10 { try root.drop("photo\(turn).png", Picture.fresh()) }
      try await scene.until("all are made") { scene.count(": made in") == 10 }
      for turn in 0..<20 { try root.drop(".hidden\(turn)", "") }
      let all = root.files("avatars").map { "avatars/\($0)" } + root.files("inbox").map { "inbox/\($0)" }
      var before = 0
      for turn in 0..<events {
        chmod(root.absolute(all[turn % all.count]), turn / all.count % 2 == 0 ? 0o664 : 0o644)
        // No more than the kernel queues, so that each one is taken.
        if turn % (Self.queue / 2) == 0 { try await scene.settled() }
        if turn == events / 4 { before = try memory(scene) }
      }
      try await scene.settled()
      #expect(try await scene.tondo("status", "--json").said.contains(#""overflows": 0"#))
      let after = try memory(scene)
      #expect(Double(after) < 1.25 * Double(before), "kB: \(before), then \(after)")
      #expect(root.ids.flatMap(root.faults) == [])
      #expect(root.ids.filter { $0.hasPrefix("photo") }.allSatisfy { scene.count("\($0): made in") == 1 })
    }
  }
}
