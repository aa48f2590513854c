import Foundation
import Glibc
import Testing

/// Workers reach their photo and nothing else; where the system cannot do that, it is told.
@Suite struct ConfinementTests {
  @Test func `every thread of a worker is confined`() async throws {
    try await scene(settings: StopTests.slow) { scene in
      // Before its first photo a worker is not confined yet.
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      try scene.root.drop("john.jpg", Picture.jpeg())
      var threads: [[Int]] = []
      try await scene.until("john is made") {
        threads += try Proc.workers(scene).flatMap(Proc.confinement)
        return scene.count("john: made in") == 1
      }
      #expect(!threads.isEmpty)
      // A filter, and no new privileges.
      for thread in Set(threads) { #expect(thread == [2, 1]) }
    }
  }

  @Test func `tondo check tells how workers are confined`() async throws {
    let scene = try Scene()
    let answer = try await scene.tondo("check")
    let line = "sandbox: no files, no network, no programs (Landlock, seccomp)"
    #expect(answer.said.contains(line), "\(answer)")
  }

  @Test func `what the system cannot confine is logged and checked, and photos are made all the same`()
    async throws
  {
    try await scene(daemon: false) { scene in
      let folder = Spawned.beside("lacking-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let tondo = try Self.installation(in: folder)
      let daemon = try Spawned(
        tondo, [Array("watch".utf8), Array("--root".utf8), Array(scene.root.path.utf8)],
        scratch: scene.root.scratch)
      try scene.root.drop("jane.png", Picture.fresh())
      do { try await scene.until("jane is made") { daemon.complained.contains("jane: made in") } } catch {
        throw Failed("\(error): \(daemon.complained)")
      }
      try await scene.until("both gaps are told") {
        daemon.complained.contains("Landlock does not keep workers away from files")
          && daemon.complained.contains("seccomp does not keep workers from network and programs")
      }
      let check = try Spawned(
        tondo, [Array("check".utf8), Array("--root".utf8), Array(scene.root.path.utf8)],
        scratch: scene.root.scratch)
      #expect(try await check.ended() == 0)
      #expect(check.said.contains("sandbox: Landlock does not keep workers away from files"))
    }
  }

  /// The daemon, in a folder below its own, beside a worker that is the real one but says less of itself.
  private static func installation(in folder: String) throws -> String {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Links: what was just written cannot be run while another test's process holds it open.
    try check(link(Spawned.beside("tondo"), folder + "/tondo"), "link")
    try check(symlink(Fixture.path("unconfined-worker"), folder + "/tondo-worker"), "symlink")
    return folder + "/tondo"
  }
}
