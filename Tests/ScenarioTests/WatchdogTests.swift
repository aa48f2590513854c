import Foundation
import Glibc
import Testing

/// Signs of life: only from a daemon whose every part works.
@Suite(.serialized) struct WatchdogTests {
  private static let interval = Duration.seconds(2)

  private func watched(
    settings: String = Scene.quick, more: [String: String] = ["WATCHDOG_USEC": "2000000"],
    _ body: (Scene, Manager) async throws -> Void
  ) async throws {
    try await scene(settings: settings, daemon: false) { scene in
      let manager = try Manager(in: scene.root.scratch)
      try scene.serve(manager, more: more)
      try await scene.until("READY=1", seconds: 60) { manager.count("READY=1") == 1 }
      try await body(scene, manager)
    }
  }

  private func signs(_ manager: Manager) -> Int { manager.count("WATCHDOG=1") }

  private func goesOn(_ scene: Scene, _ manager: Manager) async throws {
    let before = signs(manager)
    try await scene.until("more signs of life", seconds: 60) { signs(manager) > before + 2 }
  }

  @Test func `an idle daemon gives signs of life at half the interval`() async throws {
    try await watched { scene, manager in
      let start = ContinuousClock.now
      let before = signs(manager)
      try await goesOn(scene, manager)
      let seen = signs(manager) - before
      // No more of them than were asked for.
      #expect(Duration.seconds(1) * (seen - 2) <= ContinuousClock.now - start)
    }
  }

  @Test func `long decoding keeps none back`() async throws {
    try await watched(settings: Scene.settings(outputs: #"[{"size":4096,"format":"avif"}]"#)) {
      scene, manager in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.until("a worker is at it", seconds: 60) { try Proc.isBusy(scene) }
      let before = signs(manager)
      try await scene.until("more signs of life, or the end", seconds: 60) {
        try signs(manager) > before + 1 || !Proc.isBusy(scene)
      }
      #expect(signs(manager) > before)
      #expect(scene.count("jane: made in") == 0)
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "needs strace"))
  func `a watcher that is stuck gives none, and when it is not any more, all goes on`() async throws {
    try await watched { scene, manager in
      try await goesOn(scene, manager)
      let daemon = try #require(scene.daemon)
      let thread = try #require(Proc.thread("tondo-watch", of: daemon.pid))
      // Held at its next call, as by a disk that does not answer; the other threads run.
      let holder = try Spawned(
        "/usr/bin/strace",
        [
          "-qq", "-o", "/dev/null", "-p", "\(thread)", "-e", "trace=poll", "-e",
          "inject=poll:delay_enter=20000000",
        ]
        .map { Array($0.utf8) }, scratch: scene.root.scratch)
      try await scene.until("it is held", seconds: 60) { Proc.isTraced(thread, of: daemon.pid) }
      let held = try await quiet(scene, manager)
      #expect(daemon.exitStatus == nil)
      // Who is traced goes on when its tracer is no more.
      holder.send(SIGKILL)
      try await holder.ended(within: 60)
      try await scene.until("signs of life come again", seconds: 60) { signs(manager) > held + 2 }
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
    }
  }

  /// Waits until no sign has come for more than the interval, and answers how many had.
  private func quiet(_ scene: Scene, _ manager: Manager) async throws -> Int {
    var known = (signs: signs(manager), since: ContinuousClock.now)
    try await scene.until("no sign of life for more than the interval", seconds: 60) {
      if signs(manager) != known.signs { known = (signs(manager), .now) }
      return ContinuousClock.now - known.since > Self.interval * 2
    }
    return known.signs
  }

  @Test(arguments: [[:], ["WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "1"]])
  func `where nobody looks, none is given`(_ more: [String: String]) async throws {
    try await watched(more: more) { scene, manager in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      try await scene.settled()
      #expect(signs(manager) == 0)
    }
  }
}
