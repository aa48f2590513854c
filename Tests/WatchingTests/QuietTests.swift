import Foundation
import Glibc
import Model
import Testing

@testable import Watching

extension WatcherTests {
  @Test func idleMeansAsleep() async throws {
    let scene = try await Scene(root)
    try root.write("inbox/x.jpg")
    try await scene.barrier()
    try await until("a quiet start") {
      try switches()
        == {
          usleep(50_000); return try switches()
        }()
    }
    // What other tests do beside this root wakes it, too: it stands sentry over the folders above.
    var isAsleep = false
    for _ in 0..<60 where !isAsleep {
      let before = try switches()
      try await Task.sleep(for: .seconds(1))
      isAsleep = try switches() == before
    }
    #expect(isAsleep)
    await scene.finish()
  }

  /// How often the watcher's thread has gone to sleep.
  private func switches() throws -> Int {
    for task in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") {
      let folder = "/proc/self/task/\(task)"
      guard try String(contentsOfFile: "\(folder)/comm", encoding: .utf8) == "tondo-watch\n" else { continue }
      let lines = try String(contentsOfFile: "\(folder)/status", encoding: .utf8).split(separator: "\n")
      let line = try #require(lines.first { $0.hasPrefix("voluntary_ctxt_switches:") })
      return try #require(Int(line.split(separator: "\t").last ?? ""))
    }
    throw Failed(what: "no thread tondo-watch")
  }

  @Test func theDescriptorIsPrivateAndNoneLeaks() async throws {
    let warmUp = try await Scene(root)
    await warmUp.finish()
    let before = try descriptors()
    let bells = try open().count { $0 == "anon_inode:[eventfd]" }
    for _ in 0..<20 {
      let scene = try await Scene(root)
      try root.write("inbox/x.jpg")
      try await scene.hear(file: "inbox/x.jpg")
      await scene.finish()
    }
    #expect(try descriptors() == before)
    // Others here have some, too, but not twenty more.
    #expect(try open().count { $0 == "anon_inode:[eventfd]" } < bells + 20)
  }

  /// Instances of inotify, which nothing else here has, and what is open below this test's folder.
  private func descriptors() throws -> [String] {
    let own = String(decoding: root.bytes, as: UTF8.self)
    return try open().filter { $0 == "anon_inode:inotify" || $0.hasPrefix(own) }.sorted()
  }

  /// What all descriptors of this process stand for.
  private func open() throws -> [String] {
    let files = FileManager.default
    return try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
  }

  @Test func theLibraryIsPreparedAsItMustBe() async throws {
    let library = try Library()
    #expect(fcntl(library.descriptor, F_GETFD) == FD_CLOEXEC)
    #expect(fcntl(library.descriptor, F_GETFL) & O_NONBLOCK != 0)
    let folder = try Handle(listing: root.bytes)
    guard case .added(1) = library.watch(folder) else { throw Failed(what: "not added as 1") }
    guard case .known = library.watch(folder) else { throw Failed(what: "watched twice") }
  }
}
