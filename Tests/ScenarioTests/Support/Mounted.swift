import Foundation
import Glibc

/// A file system somewhere in a test's folder, until its owner goes.
final class Mounted: Sendable {
  let path: String

  /// Whether this process may mount at all.
  static let isPossible: Bool = {
    guard geteuid() == 0, let scratch = try? Root() else { return false }
    return (try? Mounted("tmpfs", at: scratch.path, "size=64k")) != nil
  }()

  static let hasBindfs = isPossible && FileManager.default.isExecutableFile(atPath: "/usr/bin/bindfs")

  init(_ type: String, at path: String, _ options: String) throws {
    self.path = path
    try check(mount("tondo-test", path, type, 0, options), "mount \(path)")
  }

  /// Another folder shown at this one by a program: what is written into that folder makes no event here.
  init(showing other: String, at path: String, _ root: Root) async throws {
    self.path = path
    let words = ["--no-allow-other", other, path]
    let program = try Spawned("/usr/bin/bindfs", words.map { Array($0.utf8) }, scratch: root.scratch)
    guard try await program.ended() == 0 else { throw Failed("bindfs: \(program.complained)") }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }
}
