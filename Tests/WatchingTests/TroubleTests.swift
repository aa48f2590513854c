import Foundation
import Glibc
import Model
import Synchronization
import Testing

@testable import Watching

/// Lets a test hold the watcher's thread.
final class Gate: Sendable {
  private let held = Mutex(false)
  private let waiting = Mutex(false)

  var isWaiting: Bool { waiting.withLock { $0 } }

  func hold() { held.withLock { $0 = true } }
  func open() { held.withLock { $0 = false } }

  func pass() {
    while held.withLock({ $0 }) {
      waiting.withLock { $0 = true }
      usleep(500)
    }
    waiting.withLock { $0 = false }
  }
}

extension WatcherTests {
  @Test(arguments: ["inbox", "avatars", ".tondo/requests"])
  func anAreaThatWasRemovedIsWaitedFor(_ area: String) async throws {
    let scene = try await Scene(root)
    try root.remove(area)
    try await scene.hear(.gone(path(area)))
    #expect(scene.watcher.status().missing == [try path(area)])
    scene.clear()
    try root.makeFolder(area)
    try await scene.hear(.everything)
    try await until("presence") { scene.watcher.status().missing.isEmpty }
    try root.write("\(area)/x.jpg")
    try await scene.hear(file: "\(area)/x.jpg")
    try await until("the watches") { scene.watcher.status().watches == kernelWatches() }
    await scene.finish()
  }

  @Test func anAreaReplacedInAMomentIsComparedAnew() async throws {
    let scene = try await Scene(root)
    for turn in 0..<20 {
      scene.clear()
      try root.remove("inbox")
      try root.makeFolder("inbox/sub")
      for name in 0..<20 { try root.write("inbox/sub/\(name).jpg") }
      try await until("all") { try (0..<20).allSatisfy { try scene.covers("inbox/sub/\($0).jpg") } }
      try await scene.barrier()
      try await until("presence") { scene.watcher.status().missing.isEmpty }
      try root.write("inbox/sub/late\(turn).jpg")
      try await until("late") { try scene.covers("inbox/sub/late\(turn).jpg") }
    }
    await scene.finish()
  }

  @Test func anAreaMovedAwayAndBackIsComparedAnew() async throws {
    try root.makeFolder("inbox/sub")
    let scene = try await Scene(root)
    try root.move("inbox", "elsewhere")
    try await scene.hear(.gone(path("inbox")))
    scene.clear()
    try root.move("elsewhere", "inbox")
    try await scene.hear(.everything)
    try root.write("inbox/sub/x.jpg")
    try await scene.hear(file: "inbox/sub/x.jpg")
    await scene.finish()
  }

  @Test func theFolderAboveAnAreaMayMoveToo() async throws {
    let scene = try await Scene(root)
    try root.move(".tondo", "elsewhere")
    try await scene.hear(.gone(path(".tondo/requests")))
    try root.move("elsewhere", ".tondo")
    try await scene.hear(.everything)
    try root.write(".tondo/requests/1.json")
    try await scene.hear(file: ".tondo/requests/1.json")
    await scene.finish()
  }

  @Test func theRootMayMoveToo() async throws {
    let scene = try await Scene(root)
    let away = root.absolute("").dropLast() + "-away"
    try check(rename(root.absolute(""), String(away)), "rename")
    for area in ["inbox", "originals", "avatars", ".tondo/requests"] {
      try await scene.hear(.gone(path(area)))
    }
    scene.clear()
    try check(rename(String(away), root.absolute("")), "rename")
    try await until("return") { scene.watcher.status().missing.isEmpty }
    try await scene.hear(.everything)
    try root.write("inbox/x.jpg")
    try await scene.hear(file: "inbox/x.jpg")
    await scene.finish()
  }

  @Test func anAreaMissingFromTheStartIsWaitedFor() async throws {
    try root.remove("originals")
    let scene = try await Scene(root)
    try await scene.hear(.gone(path("originals")))
    try root.makeFolder("originals")
    try await scene.hear(.everything)
    await scene.finish()
  }

  @Test func aFullQueueMeansEverything() async throws {
    let gate = Gate()
    let scene = try await Scene(root) { $0.probes.turn = { gate.pass() } }
    gate.hold()
    try root.write("inbox/first.jpg")
    try await until("the held thread") { gate.isWaiting }
    let limit = Limits.read("max_queued_events") ?? 16_384
    try root.makeFolder("inbox/during")
    for turn in 0..<limit {
      try root.write("avatars/a\(turn % 2)")
    }
    try root.makeFolder("inbox/lost")
    gate.open()
    try await until("the overflow") { scene.watcher.status().overflows > 0 }
    try await scene.hear(.everything)
    scene.clear()
    try root.write("inbox/lost/x.jpg")
    try await scene.hear(file: "inbox/lost/x.jpg")
    #expect(scene.watcher.status().restarts == 1)
    #expect(scene.watcher.status().watches == kernelWatches())
    await scene.finish()
  }

  @Test func aFolderWithoutAWatchIsPolled() async throws {
    let full = Mutex(true)
    let area = try path("inbox/sub")
    let scene = try await Scene(root) { plan in
      plan.pace.polling = .milliseconds(20)
      plan.probes.refusal = { path in full.withLock { $0 } && path == area ? ENOSPC : nil }
    }
    try root.makeFolder("inbox/sub")
    try await until("degradation") { !scene.watcher.status().degraded.isEmpty }
    let reason = try #require(scene.watcher.status().degraded.first)
    #expect(reason.path == area)
    #expect(
      reason.reason.explanation.whole.text(in: .english).contains("sysctl fs.inotify.max_user_watches="))
    for _ in 0..<3 {
      scene.clear()
      try await scene.hear(.folder(area))
    }
    full.withLock { $0 = false }
    try await until("recovery") { scene.watcher.status().degraded.isEmpty }
    try root.write("inbox/sub/x.jpg")
    try await scene.hear(file: "inbox/sub/x.jpg")
    await scene.finish()
  }
}
