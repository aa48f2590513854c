import Foundation
import Glibc
import Testing

/// Workers that die, and photos that are too much for them.
@Suite(.serialized) struct WorkerTests {
  @Test(arguments: [SIGKILL, SIGSEGV]) func `a worker that is killed in the middle costs nothing`(
    _ signal: Int32
  ) async throws {
    try await scene(settings: StopTests.slow) { scene in
      for name in ["jane", "john", "june"] { try scene.root.drop("\(name).jpg", Picture.jpeg()) }
      try await scene.until("a worker is at it") { try Proc.isBusy(scene) }
      for worker in try Proc.workers(scene) where Proc.isBusy(worker) { kill(worker, signal) }
      try await scene.logged("the worker died")
      for name in ["jane", "john", "june"] { try await scene.made(name) }
      #expect(scene.root.files("failed") == [])
      try await scene.swept()
    }
  }

  @Test func `a photo on which every worker dies is given up after the retries, and the next one is made`()
    async throws
  {
    try await scene(
      settings: Scene.settings(outputs: #"[{"size":2500,"format":"avif"}]"#, more: #""retries":1"#)
    ) { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      for turn in 1...2 {
        try await scene.until("a worker is at it, turn \(turn)") { try Proc.isBusy(scene) }
        for worker in try Proc.workers(scene) { kill(worker, SIGKILL) }
        try await scene.logged("the worker died", times: turn)
      }
      #expect(try await scene.failed("jane.jpg").contains("2 times"))
      try scene.root.drop("john.png", Picture.fresh())
      try await scene.made("john")
    }
  }

  @Test func `a photo that takes longer than the settings allow fails at once, its neighbour is made`()
    async throws
  {
    let settings = Scene.settings(
      outputs: #"[{"size":4096,"format":"avif","quality":90}]"#,
      more: #""enlarge":false,"limits":{"seconds":0.3}"#)
    try await scene(settings: settings) { scene in
      try scene.root.drop("jane.png", Picture.fresh(width: 2200, height: 2200))
      try scene.root.drop("john.png", Picture.fresh())
      #expect(try await scene.failed("jane.png").contains("0.3 seconds"))
      try await scene.made("john")
      #expect(scene.count("the worker died") == 0)
    }
  }

  @Test func `a worker that hangs is ended, and the next photo is made`() async throws {
    // Wall clock: six times the seconds of the processor.
    let settings = Scene.settings(
      outputs: #"[{"size":1600,"format":"avif"}]"#, more: #""limits":{"seconds":1}"#)
    try await scene(settings: settings) { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.until("a worker is at it") { try Proc.isBusy(scene) }
      for worker in try Proc.workers(scene) { kill(worker, SIGSTOP) }
      #expect(try await scene.failed("jane.jpg").contains("seconds"))
      try scene.root.drop("john.png", Picture.fresh())
      try await scene.made("john")
    }
  }

  @Test func `a worker that was killed while idle is not missed`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.png", Picture.fresh())
      try await scene.made("jane")
      for worker in try Proc.workers(scene) { kill(worker, SIGKILL) }
      try scene.root.drop("john.png", Picture.fresh())
      try await scene.made("john")
      #expect(scene.root.files("failed") == [])
    }
  }
}
