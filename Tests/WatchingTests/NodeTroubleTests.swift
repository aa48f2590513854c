import Foundation
import Glibc
import Model
import Synchronization
import Testing

@testable import Watching

extension WatcherTests {
  @Test func withoutAnInstanceTheAreasArePolled() async throws {
    let refused = Mutex(false)
    let scene = try await Scene(root) { plan in
      plan.pace.stale = 5
      plan.pace.restarting = .zero
      plan.pace.polling = .milliseconds(30)
      plan.probes.hasNoInstance = { refused.withLock { $0 } }
    }
    refused.withLock { $0 = true }
    let before = scene.watcher.status().watches
    for _ in 0..<60 where scene.watcher.status().restarts == 0 {
      try root.makeFolder("inbox/again")
      try await until("its watch") { scene.watcher.status().watches != before }
      try root.remove("inbox/again")
      try await until("its end") { scene.watcher.status().watches <= before }
    }
    try await until("degradation") { scene.watcher.status().degraded.count == 4 }
    let reason = try #require(scene.watcher.status().degraded.first).reason
    #expect(reason.explanation.whole.text(in: .english).contains("sysctl fs.inotify.max_user_instances="))
    scene.clear()
    try await scene.hear(.folder(path("inbox")))
    refused.withLock { $0 = false }
    try await until("recovery") { scene.watcher.status().degraded.isEmpty }
    try await scene.hear(.everything)
    try root.write("inbox/x.jpg")
    try await scene.hear(file: "inbox/x.jpg")
    await scene.finish()
  }

  @Test func withoutAnInstanceThereIsNoStart() async throws {
    await #expect(throws: WatchFailure.instances(allowed: Limits().instances)) {
      _ = try await Scene(root) { $0.probes.hasNoInstance = { true } }
    }
    let next = try await Scene(root)
    await next.finish()
  }

  @Test(.enabled(if: geteuid() != 0, "root reads every folder"))
  func aClosedFolderIsWatchedOnceItIsOpened() async throws {
    try root.makeFolder("inbox/closed")
    try check(chmod(root.absolute("inbox/closed"), 0), "chmod")
    let scene = try await Scene(root)
    #expect(scene.watcher.status().degraded.map(\.path) == [try path("inbox/closed")])
    try check(chmod(root.absolute("inbox/closed"), 0o755), "chmod")
    try await scene.hear(.folder(path("inbox/closed")))
    try await until("recovery") { scene.watcher.status().degraded.isEmpty }
    try root.write("inbox/closed/x.jpg")
    try await scene.hear(file: "inbox/closed/x.jpg")
    await scene.finish()
  }

  @Test(.enabled(if: geteuid() == 0 && Mount.isPossible, "needs the right to mount"))
  func anUnmountedAreaIsGoneAndNotEmpty() async throws {
    let share = Mount(root.absolute("inbox"))
    try share.mount()
    defer { share.end() }
    try root.makeFolder("inbox/sub")
    let scene = try await Scene(root)
    try await share.unmount()
    try await scene.hear(.gone(path("inbox")))
    #expect(scene.watcher.status().missing == [try path("inbox")])
    scene.clear()
    try share.mount()
    try await scene.hear(.everything)
    try await until("presence") { scene.watcher.status().missing.isEmpty }
    try root.write("inbox/x.jpg")
    try await scene.hear(file: "inbox/x.jpg")
    await scene.finish()
  }

  @Test(.enabled(if: geteuid() == 0 && Mount.isPossible, "needs the right to mount"))
  func whatLiesUnderAnUnmountedFolderIsWatched() async throws {
    try root.makeFolder("inbox/share/under")
    let share = Mount(root.absolute("inbox/share"))
    try share.mount()
    defer { share.end() }
    let scene = try await Scene(root)
    try await share.unmount()
    try await scene.hear(.folder(path("inbox/share")))
    try root.write("inbox/share/under/x.jpg")
    try await scene.hear(file: "inbox/share/under/x.jpg")
    await scene.finish()
  }
}

/// A file system in memory at some folder.
struct Mount {
  let folder: String

  init(_ folder: String) { self.folder = folder }

  static let isPossible: Bool = {
    let probe = Mount(
      FileManager.default.temporaryDirectory.appending(path: "tondo-mount-\(UUID().uuidString)").path)
    defer { rmdir(probe.folder) }
    guard mkdir(probe.folder, 0o755) == 0, (try? probe.mount()) != nil else { return false }
    probe.end()
    return true
  }()

  func mount() throws { try run("/bin/mount", "-t", "tmpfs", "tondo-test", folder) }
  /// Somebody may be looking into it just now.
  func unmount() async throws { try await until("nobody is in \(folder)") { umount2(folder, 0) == 0 } }
  func end() { try? run("/bin/umount", "-l", folder) }

  private func run(_ program: String, _ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(what: "\(program) \(arguments)") }
  }
}
