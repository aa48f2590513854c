import Files
import Foundation
import Glibc
import Model
import Testing

@testable import Watching

/// File systems that do not tell of all changes.
extension WatcherTests {
  @Test func aRemoteFileSystemIsListedAtIntervalsThatPartAlone() async throws {
    try root.makeFolder("inbox/share/sub")
    let share = try path("inbox/share")
    let scene = try await Scene(root) { plan in
      plan.pace.polling = .milliseconds(20)
      plan.probes.fileSystem = { $0 == share ? 0x6969 : nil }
      plan.probes.isOther = { $0 == share }
    }
    #expect(scene.watcher.status().degraded == [DegradedFolder(path: share, reason: .silent)])
    for _ in 0..<3 {
      scene.clear()
      try await scene.hear(.folder(share))
    }
    // What this machine does there is an event all the same.
    try root.write("inbox/share/sub/x.jpg")
    try await scene.hear(file: "inbox/share/sub/x.jpg")
    #expect(scene.watcher.status().degraded.map(\.path) == [share])
    await scene.finish()
  }

  @Test func aFileSystemThatMakesNoEventsIsFoundOutByTrying() async throws {
    let inbox = try path("inbox")
    let scene = try await Scene(root) { plan in
      plan.pace.polling = .milliseconds(20)
      plan.pace.hearing = .milliseconds(50)
      plan.probes.isDeaf = { $0 == inbox }
    }
    try await until("degradation") { !scene.watcher.status().degraded.isEmpty }
    #expect(scene.watcher.status().degraded == [DegradedFolder(path: inbox, reason: .silent)])
    try await scene.hear(.folder(inbox))
    await scene.finish()
  }

  @Test func aFileSystemThatTellsIsWatchedAndKeepsNothingOfTheTrial() async throws {
    let scene = try await Scene(root) { $0.pace.hearing = .milliseconds(200) }
    try await Task.sleep(for: .milliseconds(400))
    try await scene.barrier()
    #expect(scene.watcher.status().degraded.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: root.absolute("inbox")) == [])
    #expect(!scene.all.contains { "\($0)".contains("tondo-probe") })
    await scene.finish()
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/bindfs") && Mount.isPossible, "needs bindfs"),
    arguments: [true, false])
  func onBindfsTheTrialIsHeardAndTheTypeDecides(_ isTaken: Bool) async throws {
    let behind = root.absolute("behind")
    try root.makeFolder("behind")
    try root.makeFolder("inbox/share")
    var shown = pid_t()
    let words = ["/usr/bin/bindfs", "--no-allow-other", behind, root.absolute("inbox/share")]
    var argv = words.map { strdup($0) } + [nil]
    defer { argv.forEach { free($0) } }
    try #require(posix_spawn(&shown, words[0], nil, nil, &argv, environ) == 0)
    var status: Int32 = 0
    try #require(waitpid(shown, &status, 0) == shown && status == 0)
    defer { umount2(root.absolute("inbox/share"), Int32(MNT_DETACH)) }
    let share = try path("inbox/share")
    let scene = try await Scene(root) { plan in
      plan.pace.polling = .milliseconds(50)
      plan.pace.hearing = .seconds(2)
      if isTaken { plan.probes.fileSystem = { $0 == share ? 0xEF53 : nil } }
    }
    if isTaken {
      // Taken for a file system of a disk, and tried: what it does itself, it hears.
      try await Task.sleep(for: .seconds(3))
      try await scene.barrier()
      #expect(scene.watcher.status().degraded.isEmpty)
    } else {
      #expect(scene.watcher.status().degraded == [DegradedFolder(path: share, reason: .silent)])
      try root.write("behind/x.jpg")
      scene.clear()
      try await scene.hear(.folder(share))
      #expect(!scene.all.contains(.file(try path("inbox/share/x.jpg"))))
    }
    await scene.finish()
  }
}
