import Foundation
import Glibc
import Model
import Testing

@testable import Watching

extension WatcherTests {
  @Test func aRenamedTreeHasItsNewNamesAtOnce() async throws {
    for turn in 0..<50 { try root.makeFolder("inbox/old/sub\(turn)/deep") }
    try root.makeFolder("inbox/older")
    let scene = try await Scene(root)
    for (from, to) in [("old", "new"), ("new", "newer"), ("newer", "older/moved")] {
      scene.clear()
      try root.move("inbox/\(from)", "inbox/\(to)")
      for turn in 0..<50 { try root.write("inbox/\(to)/sub\(turn)/deep/\(to.count).jpg") }
      for turn in 0..<50 {
        try await until("new name") { try scene.covers("inbox/\(to)/sub\(turn)/deep/\(to.count).jpg") }
      }
      try await scene.barrier()
      #expect(try scene.all.contains(.folder(path("inbox/\(from)"))))
      scene.clear()
      try root.write("inbox/\(to)/sub7/deep/later.jpg")
      try await scene.hear(file: "inbox/\(to)/sub7/deep/later.jpg")
    }
    #expect(scene.watcher.status().restarts == 0)
    try await until("the watches") { scene.watcher.status().watches == kernelWatches() }
    await scene.finish()
  }

  @Test func aFolderMovedInIsListed() async throws {
    try root.makeFolder("outside/tree/deep")
    try root.write("outside/tree/deep/a.jpg")
    let scene = try await Scene(root)
    try root.move("outside/tree", "inbox/tree")
    try await scene.hear(.folder(path("inbox/tree")))
    try root.write("inbox/tree/deep/b.jpg")
    try await scene.hear(file: "inbox/tree/deep/b.jpg")
    await scene.finish()
  }

  @Test func aFolderMovedOutIsNotWatchedAnyLonger() async throws {
    try root.makeFolder("inbox/tree/deep/deeper")
    let scene = try await Scene(root) { $0.pace.limbo = .milliseconds(20) }
    let before = scene.watcher.status().watches
    try root.move("inbox/tree", "away")
    try await scene.hear(.folder(path("inbox/tree")))
    try await until("its watches' end") {
      scene.watcher.status().watches == before - 3 && kernelWatches() == before - 3
    }
    scene.clear()
    try root.write("away/deep/x.jpg")
    try await scene.barrier()
    #expect(try !scene.covers("inbox/tree/deep/x.jpg"))
    try root.move("away", "inbox/back")
    try await until("its return") { scene.watcher.status().watches == before && kernelWatches() == before }
    try root.write("inbox/back/deep/deeper/x.jpg")
    try await scene.hear(file: "inbox/back/deep/deeper/x.jpg")
    await scene.finish()
  }

  @Test func whatIsIgnoredInTheInboxOnlyIsNoLongerWatchedThere() async throws {
    try root.makeFolder("originals/tree/deep/@eaDir")
    let scene = try await Scene(root) { $0.pace.limbo = .milliseconds(5) }
    let before = scene.watcher.status().watches
    try root.move("originals/tree", "inbox/tree")
    try await until("the watch's end") { scene.watcher.status().watches == before - 1 }
    scene.clear()
    try root.write("inbox/tree/deep/@eaDir/x.jpg")
    try await scene.barrier()
    #expect(!scene.all.contains { "\($0)".contains("eaDir") })
    try root.move("inbox/tree", "originals/tree")
    try await until("its return") { scene.watcher.status().watches == before }
    try root.write("originals/tree/deep/@eaDir/y.jpg")
    try await until("y") { try scene.covers("originals/tree/deep/@eaDir/y.jpg") }
    await scene.finish()
  }

  @Test func foldersSwapNames() async throws {
    try root.makeFolder("inbox/a/in-a")
    try root.makeFolder("inbox/b/in-b")
    let scene = try await Scene(root)
    try root.move("inbox/a", "inbox/c")
    try root.move("inbox/b", "inbox/a")
    try root.move("inbox/c", "inbox/b")
    try await scene.barrier()
    scene.clear()
    try root.write("inbox/a/in-b/x.jpg")
    try root.write("inbox/b/in-a/y.jpg")
    try await scene.hear(file: "inbox/a/in-b/x.jpg")
    try await scene.hear(file: "inbox/b/in-a/y.jpg")
    #expect(scene.watcher.status().restarts == 0)
    await scene.finish()
  }

  @Test func aFolderTurnedInsideOut() async throws {
    try root.makeFolder("inbox/a/b/c")
    let scene = try await Scene(root)
    try root.move("inbox/a/b", "inbox/b")
    try root.move("inbox/a", "inbox/b/c/a")
    try await scene.barrier()
    try root.write("inbox/b/c/a/x.jpg")
    try await until("x") { try scene.covers("inbox/b/c/a/x.jpg") }
    try await scene.barrier()
    scene.clear()
    try root.write("inbox/b/c/a/y.jpg")
    try await scene.hear(file: "inbox/b/c/a/y.jpg")
    await scene.finish()
  }

  @Test func twoThousandFoldersLeaveNothingBehind() async throws {
    let scene = try await Scene(root)
    let before = scene.watcher.status().watches
    for turn in 0..<2000 {
      try root.makeFolder("inbox/f\(turn)")
      if turn % 2 == 0 { try root.remove("inbox/f\(turn)") }
    }
    for turn in 0..<2000 where turn % 2 == 1 { try root.remove("inbox/f\(turn)") }
    try await scene.barrier()
    try await until("the old count") { scene.watcher.status().watches == before && kernelWatches() == before }
    try root.makeFolder("inbox/f1")
    try root.write("inbox/f1/x.jpg")
    try await until("x") { try scene.covers("inbox/f1/x.jpg") }
    await scene.finish()
  }

  @Test func manyEndedWatchesAreClearedAway() async throws {
    let scene = try await Scene(root) {
      $0.pace.stale = 50
      $0.pace.restarting = .zero
    }
    let before = scene.watcher.status().watches
    for _ in 0..<60 where scene.watcher.status().restarts == 0 {
      try root.makeFolder("inbox/again")
      try await until("its watch") { scene.watcher.status().watches == before + 1 }
      try root.remove("inbox/again")
      try await until("its end") { scene.watcher.status().watches == before }
    }
    #expect(scene.watcher.status().restarts > 0)
    try await scene.hear(.everything)
    try root.makeFolder("inbox/again/deep")
    try root.write("inbox/again/deep/x.jpg")
    try await until("the watches") {
      scene.watcher.status().watches == before + 2 && kernelWatches() == before + 2
    }
    scene.clear()
    try root.write("inbox/again/deep/y.jpg")
    try await scene.hear(file: "inbox/again/deep/y.jpg")
    await scene.finish()
  }
}
