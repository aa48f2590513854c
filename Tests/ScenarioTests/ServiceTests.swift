import Foundation
import Glibc
import Testing

/// The daemon as a service: what it tells its manager, by way of a real notify socket.
@Suite(.serialized) struct ServiceTests {
  private func service(
    settings: String = Scene.quick, _ body: (Scene, Manager) async throws -> Void
  ) async throws {
    try await scene(settings: settings, daemon: false) { scene in
      let manager = try Manager(in: scene.root.scratch)
      try await body(scene, manager)
    }
  }

  private func ready(_ scene: Scene, _ manager: Manager, times: Int = 1) async throws {
    try await scene.until("READY=1", seconds: 60) { manager.count("READY=1") >= times }
  }

  // MARK: Ready

  @Test func `it is ready once watches stand and all is listed, and does not wait for the work`() async throws
  {
    try await service(settings: Scene.settings(settle: 60)) { scene, manager in
      for turn in 0..<3 { try scene.root.drop("photo\(turn).png", Picture.fresh()) }
      try scene.serve(manager)
      try await ready(scene, manager)
      #expect(scene.log.contains(" ready; 3 files in the inbox"))
      #expect(scene.root.ids == [])
      #expect(manager.lines.first == "STATUS=starting")
      #expect(manager.count("READY=1") == 1)
    }
  }

  @Test func `what comes right after it is ready is noticed`() async throws {
    try await service { scene, manager in
      try scene.serve(manager)
      try await ready(scene, manager)
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
    }
  }

  @Test func `a start that fails is never told as ready`() async throws {
    try await service(settings: "{") { scene, manager in
      let status = try await scene.serve(manager).ended()
      #expect(status == 78)
      #expect(manager.count("READY=1") == 0)
    }
  }

  @Test func `a memory that is rebuilt is told as a reload`() async throws {
    try await service { scene, manager in
      try scene.serve(manager)
      try await ready(scene, manager)
      try scene.root.remove(".tondo")
      try await ready(scene, manager, times: 2)
      #expect(
        manager.lines.filter { $0 == "READY=1" || $0 == "RELOADING=1" } == [
          "READY=1", "RELOADING=1", "READY=1",
        ])
      #expect(manager.count("STOPPING=1") == 0)
    }
  }

  // MARK: Status

  @Test func `the status tells how many are ready, and which failed`() async throws {
    try await service { scene, manager in
      try scene.serve(manager)
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try scene.root.drop("bad.jpg", "no photo")
      try scene.root.drop("later.job.json", "{}")
      try await scene.until("the counts", seconds: 60) {
        manager.values("STATUS").last == "1 ready, 1 waiting, 0 queued, 0 processing, 1 failed"
      }
    }
  }

  @Test func `the status tells why work pauses, and that it goes on`() async throws {
    try await service { scene, manager in
      let folder = scene.root.scratch + "/bin"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      // Not by this process: whoever it starts meanwhile would have the copies open for writing, and nobody could run them.
      let programs = ["tondo", "tondo-worker"].map(Spawned.beside)
      let copying = try Spawned(
        "/bin/cp", (programs + [folder]).map { Array($0.utf8) }, scratch: scene.root.scratch)
      try await copying.ended(within: 60)
      try scene.serve(manager, tondo: folder + "/tondo")
      try await ready(scene, manager)
      try FileManager.default.moveItem(atPath: folder + "/tondo-worker", toPath: folder + "/away")
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.until("a pause", seconds: 60) {
        manager.values("STATUS").last?.hasPrefix("paused: cannot start \(folder)/tondo-worker; 0 ready,")
          == true
      }
      try FileManager.default.moveItem(atPath: folder + "/away", toPath: folder + "/tondo-worker")
      try await scene.until("the end of it", seconds: 120) {
        manager.values("STATUS").last?.hasPrefix("1 ready,") == true
      }
    }
  }

  // MARK: Reload

  @Test(arguments: [
    (Scene.settings(settle: 0.2), "new settings in force"), ("{", "the settings are bad"),
    (Scene.quick, "nothing new"),
  ])
  func `a reload is told, and its end, whatever the settings`(_ settings: String, _ outcome: String)
    async throws
  {
    try await service { scene, manager in
      let daemon = try scene.serve(manager)
      try await ready(scene, manager)
      try scene.root.write("tondo.json", settings)
      let before = try now()
      daemon.send(SIGHUP)
      try await ready(scene, manager, times: 2)
      #expect(scene.log.contains(outcome))
      #expect(manager.count("RELOADING=1") == 1)
      let told = try #require(manager.values("MONOTONIC_USEC").first.flatMap { Int($0) })
      #expect(try (before...now()).contains(told))
    }
  }

  /// Microseconds of the monotonic clock.
  private func now() throws -> Int {
    var time = timespec()
    try check(clock_gettime(CLOCK_MONOTONIC, &time), "clock_gettime")
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
  }

  // MARK: Stop

  @Test func `a stop is told before anything else`() async throws {
    try await service(settings: StopTests.slow) { scene, manager in
      let daemon = try scene.serve(manager)
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.until("a worker is at it", seconds: 60) { try Proc.isBusy(scene) }
      daemon.send(SIGTERM)
      try await scene.until("STOPPING=1") { manager.count("STOPPING=1") == 1 }
      #expect(try await daemon.ended(within: 30) == 0)
      #expect(manager.lines.suffix(2) == ["STOPPING=1", "STATUS=stopping"])
    }
  }

  // MARK: The log

  @Test func `a standard error that does not lead to the journal is written to as for people`() async throws {
    try await service { scene, manager in
      // As where the daemon's output was redirected within a service.
      try scene.serve(manager, more: ["JOURNAL_STREAM": "1:1"])
      try await ready(scene, manager)
      let lines = scene.log.split(separator: "\n")
      #expect(
        !lines.isEmpty && lines.allSatisfy { $0.wholeMatch(of: /\d\d:\d\d:\d\d .*/) != nil }, "\(lines)")
    }
  }

  // MARK: A long start

  /// Slows calls down, as a disk with much to do: so few files take as long as very many.
  private static func slowly(_ calls: String) -> [String] {
    [
      "/usr/bin/strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(calls)", "-e",
      "inject=\(calls):delay_enter=50000",
    ]
  }
  private static let hasStrace = FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")

  @Test(.enabled(if: hasStrace, "needs strace"))
  func `very many folders ask for time, too, and a stop is obeyed while they are put under watch`()
    async throws
  {
    try await service { scene, manager in
      for turn in 0..<500 { try scene.root.makeFolder("inbox/folder\(turn)") }
      let daemon = try scene.serve(manager, by: Self.slowly("inotify_add_watch"))
      try await scene.until("it asks for time", seconds: 120) {
        !manager.values("EXTEND_TIMEOUT_USEC").isEmpty
      }
      #expect(!scene.log.contains("watching"))
      let start = ContinuousClock.now
      daemon.send(SIGTERM)
      #expect(try await daemon.ended(within: 60) == 0)
      #expect(ContinuousClock.now - start < .seconds(10))
      #expect(manager.count("READY=1") == 0)
    }
  }

  @Test(.enabled(if: hasStrace, "needs strace"))
  func `a long first comparison asks for time, and a stop in its midst is obeyed at once`() async throws {
    try await service { scene, manager in
      for turn in 0..<2000 { try scene.root.drop("photo\(turn).png", "-") }
      let daemon = try scene.serve(manager, by: Self.slowly("newfstatat,statx"))
      // More than folders alone could be.
      try await scene.until("it tells how far it is", seconds: 120) {
        let seen = manager.values("STATUS").last?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return seen.map { $0 > 20 } ?? false
      }
      #expect(manager.values("EXTEND_TIMEOUT_USEC").last == "60000000")
      #expect(manager.count("READY=1") == 0)
      let start = ContinuousClock.now
      daemon.send(SIGTERM)
      #expect(try await daemon.ended(within: 60) == 0)
      #expect(ContinuousClock.now - start < .seconds(10))
      #expect(manager.count("READY=1") == 0)
      #expect(manager.count("STOPPING=1") == 1)
      #expect(scene.root.files("inbox").count == 2000)
    }
  }
}
