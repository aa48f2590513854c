import Foundation
import Glibc
import Model
import Synchronization
import Testing

@testable import Watching

/// One at a time: there can be one watcher in a process.
@Suite(.serialized, .timeLimit(.minutes(10))) struct WatcherTests {
  let root: Root

  init() throws { root = try Root() }

}

extension WatcherTests {
  @Test func everyWayToArriveIsNoticed() async throws {
    let scene = try await Scene(root)
    try root.write("outside.jpg")
    try root.write("inbox/written.jpg")
    try root.move("outside.jpg", "inbox/renamed.jpg")
    try check(link(root.absolute("inbox/written.jpg"), root.absolute("inbox/linked.jpg")), "link")
    try linkNameless("inbox/nameless.jpg")
    try check(symlink("/etc/passwd", root.absolute("inbox/symlink.jpg")), "symlink")
    try check(mkfifo(root.absolute("inbox/fifo.jpg"), 0o644), "mkfifo")
    for name in ["written", "renamed", "linked", "nameless", "symlink", "fifo"] {
      try await scene.hear(file: "inbox/\(name).jpg")
    }
    await scene.finish()
  }

  private func linkNameless(_ name: String) throws {
    // O_TMPFILE, which Glibc's module does not show.
    let file = open(root.absolute("inbox"), O_WRONLY | O_DIRECTORY | 0o20000000, 0o644)
    try check(file, "O_TMPFILE")
    defer { close(file) }
    _ = Glibc.write(file, "x", 1)
    let made = linkat(AT_FDCWD, "/proc/self/fd/\(file)", AT_FDCWD, root.absolute(name), AT_SYMLINK_FOLLOW)
    try check(made, "linkat")
  }

  @Test func aRenameFromAnIgnoredNameIsAnArrival() async throws {
    let scene = try await Scene(root)
    try root.write("inbox/jane.jpg.part")
    try root.move("inbox/jane.jpg.part", "inbox/jane.jpg")
    try await scene.hear(file: "inbox/jane.jpg")
    await scene.finish()
  }

  @Test func changesAndRemovalsAreNoticed() async throws {
    try root.write("inbox/a.jpg")
    try root.write("inbox/b.jpg")
    try root.write("inbox/c.jpg")
    let scene = try await Scene(root)
    let file = try FileHandle(forWritingTo: URL(filePath: root.absolute("inbox/a.jpg")))
    try file.write(contentsOf: Data("more".utf8))
    try await scene.hear(file: "inbox/a.jpg")
    try check(chmod(root.absolute("inbox/b.jpg"), 0o600), "chmod")
    try await scene.hear(file: "inbox/b.jpg")
    try root.remove("inbox/c.jpg")
    try await scene.hear(file: "inbox/c.jpg")
    try file.close()
    await scene.finish()
  }

  @Test func namesAreBytes() async throws {
    let scene = try await Scene(root)
    let names: [[UInt8]] =
      ["a\nb.jpg", "-rf", "🙂.jpg", " ", "$(x)'\"(", String(repeating: "n", count: 255)]
      .map { Array($0.utf8) } + [[0xE4, 0xFF, 0xFE]]
    let inbox = try path("inbox")
    for name in names {
      let whole = root.bytes + Array("/inbox/".utf8) + name
      let file = withCString(whole) { open($0, O_CREAT | O_WRONLY, 0o644) }
      try check(file, "create")
      close(file)
      try await scene.hear(.file(inbox.appending(name)))
    }
    await scene.finish()
  }

  @Test func whatLiesInAFolderMadeInAHurryIsNoticed() async throws {
    let scene = try await Scene(root)
    for turn in 0..<300 {
      try root.makeFolder("inbox/a\(turn)/b/c")
      try root.write("inbox/a\(turn)/b/c/x.jpg")
    }
    try await scene.barrier()
    try await until("all 300") { try (0..<300).allSatisfy { try scene.covers("inbox/a\($0)/b/c/x.jpg") } }
    try await until("the watches") { scene.watcher.status().watches == kernelWatches() }
    scene.clear()
    for turn in 0..<300 { try root.write("inbox/a\(turn)/b/c/y.jpg") }
    for turn in 0..<300 { try await until("y") { try scene.covers("inbox/a\(turn)/b/c/y.jpg") } }
    await scene.finish()
  }

  @Test func ignoredFoldersOfTheInboxAreNotWatched() async throws {
    try root.makeFolder("inbox/.sync/deep")
    try root.makeFolder("originals/.kept")
    let scene = try await Scene(root)
    try root.makeFolder("inbox/@eaDir")
    try root.write("inbox/@eaDir/x.jpg")
    try root.write("inbox/.sync/deep/x.jpg")
    try root.write("originals/.kept/x.jpg")
    try root.write("inbox/orcexec.a1b2")
    try await scene.hear(file: "originals/.kept/x.jpg")
    try await scene.barrier()
    #expect(
      scene.all.allSatisfy {
        !"\($0)".contains("eaDir") && !"\($0)".contains("sync") && !"\($0)".contains("orc")
      })
    try root.move("inbox/.sync", "inbox/sync")
    try await scene.hear(.folder(path("inbox/sync")))
    try root.write("inbox/sync/deep/late.jpg")
    try await scene.hear(file: "inbox/sync/deep/late.jpg")
    await scene.finish()
  }

  @Test func linksAreNotFollowed() async throws {
    try root.makeFolder("elsewhere/in")
    let scene = try await Scene(root)
    try check(symlink("..", root.absolute("inbox/loop")), "symlink")
    try check(symlink(root.absolute("elsewhere"), root.absolute("inbox/out")), "symlink")
    try await scene.hear(file: "inbox/out")
    let before = scene.watcher.status().watches
    try root.write("elsewhere/in/x.jpg")
    try await scene.barrier()
    #expect(scene.watcher.status().watches == before)
    #expect(!scene.all.contains { "\($0)".contains("x.jpg") })
    await scene.finish()
  }

  @Test func itsThreadAnswersUnlessItIsStuck() async throws {
    let gate = Mutex(())
    let scene = try await Scene(root) { plan in plan.probes.turn = { gate.withLock { _ in } } }
    let answers = Answers()
    for number in 1...3 {
      scene.watcher.ask { answers.come() }
      try await until("an answer") { answers.count == number }
    }
    try root.write("inbox/x.jpg")
    try await scene.hear(file: "inbox/x.jpg")
    #expect(scene.watcher.steps > 0)
    gate.withLock { _ in
      scene.watcher.ask { answers.come() }
      usleep(200_000)
      #expect(answers.count == 3)
    }
    try await until("the answer, late") { answers.count == 4 }
    await scene.finish()
  }

  private final class Answers: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .relaxed) }
    func come() { number.add(1, ordering: .relaxed) }
  }

  @Test func aSecondWatcherIsRefused() async throws {
    let scene = try await Scene(root)
    #expect(throws: WatchFailure.busy) { try Watcher(root: root.bytes, areas: [], settings: nil) }
    await scene.finish()
    let next = try await Scene(root)
    await next.finish()
  }

  @Test func theSequenceEndsAfterWhatWasNoticed() async throws {
    let scene = try await Scene(root, listening: false)
    try root.write("inbox/last.jpg")
    scene.watcher.stop()
    var all: Set<Change> = []
    for await batch in scene.watcher.changes { all.formUnion(batch) }
    #expect(all.contains(.file(try path("inbox/last.jpg"))))
    #expect(kernelWatches() == 0)
  }

  @Test func aCancelledConsumerIsLetGo() async throws {
    let scene = try await Scene(root, listening: false)
    let changes = scene.watcher.changes
    let task = Task { for await _ in changes {} }
    task.cancel()
    await task.value
    await scene.finish()
  }
}
