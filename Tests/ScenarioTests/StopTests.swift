import Foundation
import Glibc
import Testing

/// How the daemon ends.
@Suite(.serialized) struct StopTests {
  /// A photo takes about a second of the processor with these.
  static let slow = Scene.settings(outputs: #"[{"size":2500,"format":"avif"}]"#)

  @Test(arguments: [SIGTERM, SIGINT])
  func `a stop with work running takes less than ten seconds and loses nothing`(
    _ signal: Int32
  ) async throws {
    try await scene(settings: Self.slow) { scene in
      for turn in 0..<6 { try scene.root.drop("photo\(turn).jpg", Picture.jpeg()) }
      try await scene.until("a worker is at it") { try Proc.isBusy(scene) }
      let start = ContinuousClock.now
      scene.daemon?.send(signal)
      #expect(try await scene.daemon?.ended(within: 12) == 0)
      #expect(ContinuousClock.now - start < .seconds(10))
      #expect(scene.root.ids.flatMap(scene.root.faults) == [])
      #expect(scene.root.files("originals").count + scene.root.files("inbox").count == 6)
      #expect(scene.root.files("failed") == [])
      #expect(scene.root.files(".tondo/staging") == [])
    }
  }

  @Test func `an idle daemon stops at once, however often it is tried`() async throws {
    try await scene { scene in
      for turn in 0..<8 {
        try scene.root.drop("photo\(turn).png", Picture.fresh())
        try await scene.made("photo\(turn)")
        let start = ContinuousClock.now
        #expect(try await scene.stop() == 0)
        #expect(ContinuousClock.now - start < .seconds(5))
        try await scene.start()
      }
    }
  }

  @Test func `no worker outlives its daemon`() async throws {
    try await scene(settings: Self.slow) { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.until("a worker is at it") { try Proc.isBusy(scene) }
      let workers = try Proc.workers(scene)
      scene.daemon?.send(SIGKILL)
      _ = try await scene.daemon?.ended()
      try await scene.until("the workers are gone") { workers.allSatisfy { kill($0, 0) != 0 } }
    }
  }

  // MARK: Once

  @Test func `once does what is there, and ends with 0`() async throws {
    try await scene(daemon: false) { scene in
      for turn in 0..<5 { try scene.root.drop("photo\(turn).png", Picture.fresh()) }
      try scene.root.drop("photo0.job.json", #"{"scale":2}"#)
      let daemon = try scene.launch("--once")
      #expect(try await daemon.ended() == 0)
      #expect(scene.root.ids.count == 5)
      #expect(scene.root.files("inbox") == [])
      #expect(scene.root.account("photo0")?.attributes.scale == 2)
    }
  }

  @Test func `once ends with 65 where it set something aside`() async throws {
    try await scene(daemon: false) { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try scene.root.drop("bad.jpg", "no photo")
      #expect(try await scene.launch("--once").ended() == 65)
      #expect(scene.root.ids == ["jane"])
      #expect(scene.root.has("failed/bad.jpg"))
      // What was set aside before is no news.
      #expect(try await scene.launch("--once").ended() == 0)
    }
  }

  @Test func `once with nothing to do ends soon`() async throws {
    try await scene(daemon: false) { scene in
      let status = try await scene.launch("--once").ended()
      #expect(status == 0)
    }
  }

  @Test func `once leaves a file that keeps changing`() async throws {
    try await scene(daemon: false) { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try scene.root.drop("growing.png", Picture.fresh())
      let daemon = try scene.launch("--once")
      let end = ContinuousClock.now + .seconds(30)
      while daemon.exitStatus == nil, ContinuousClock.now < end {
        let file = open(scene.root.absolute("inbox/growing.png"), O_WRONLY | O_APPEND | O_CLOEXEC)
        write(file, "x", 1)
        close(file)
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(daemon.exitStatus == 0)
      #expect(scene.root.faults("jane") == [])
      #expect(scene.root.files("inbox") == ["growing.png"])
    }
  }

  @Test func `once waits for truncated photos until they fail`() async throws {
    try await scene(settings: Scene.settings(settle: 0.05), daemon: false) { scene in
      try scene.root.drop("jane.jpg", Array(Picture.jpeg().prefix(500)))
      #expect(try await scene.launch("--once").ended() == 65)
      #expect(scene.root.has("failed/jane.jpg"))
    }
  }
}
