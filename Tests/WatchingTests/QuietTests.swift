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
    let before = try switches()
    try await Task.sleep(for: .seconds(1))
    #expect(try switches() == before)
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
    for _ in 0..<20 {
      let scene = try await Scene(root)
      try root.write("inbox/x.jpg")
      try await scene.hear(file: "inbox/x.jpg")
      await scene.finish()
    }
    #expect(try descriptors() <= before + 2)
  }

  private func descriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
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
