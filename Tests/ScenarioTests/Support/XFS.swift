import Foundation
import Glibc

/// A file system that can share blocks between files, in a file of a test's own.
final class XFS: Sendable {
  let path: String

  static let isPossible =
    Mounted.isPossible
    && ["/usr/sbin/mkfs.xfs", "/usr/bin/strace"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    && (try? String(contentsOfFile: "/proc/filesystems", encoding: .utf8))?.contains("\txfs") == true

  init(at path: String, _ root: Root) async throws {
    self.path = path
    let image = root.scratch + "/xfs.img"
    let file = open(image, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    // The least that mkfs.xfs makes one of; no blocks are used until they are written.
    try check(ftruncate(file, 320 << 20), "truncate")
    close(file)
    try await Self.run("/usr/sbin/mkfs.xfs", ["-q", "-m", "reflink=1", image], root)
    try await Self.run("/bin/mount", ["-o", "loop", image, path], root)
  }

  /// The blocks of a file that others have, too.
  func sharedBlocks(of file: String, _ root: Root) async throws -> Int {
    let said = try await Self.run("/usr/sbin/filefrag", ["-v", file], root)
    return said.components(separatedBy: "shared").count - 1
  }

  @discardableResult
  private static func run(_ program: String, _ words: [String], _ root: Root) async throws -> String {
    let command = try Spawned(program, words.map { Array($0.utf8) }, scratch: root.scratch)
    guard try await command.ended(within: 60) == 0 else { throw Failed("\(program): \(command.complained)") }
    return command.said
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }
}
