package import Files
internal import Foundation
package import Model
internal import Synchronization

/// A root of its own in the temporary folder, removed with its owner.
///
/// Paths are texts below it; they reach the file system by another way than the code that is tested.
package final class Scratch: Sendable {
  let url: URL
  package let root: Root

  /// Makes these folders in a new root.
  package init(_ folders: [String] = Scratch.all) throws {
    url = Self.base.appending(path: "tondo-scratch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    root = try Root(opening: Array(url.path.utf8))
    for folder in folders { try makeFolder(folder) }
  }

  /// In memory where that is offered: syncing thousands of times takes long on a disk.
  private static var base: URL {
    let memory = "/dev/shm"
    if FileManager.default.isWritableFile(atPath: memory) { return URL(filePath: memory) }
    return FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
  }

  deinit {
    if isMounted.withLock({ $0 }) { umount2(absolute("inbox"), Int32(MNT_DETACH)) }
    try? FileManager.default.removeItem(at: url)
  }

  private let isMounted = Mutex(false)

  /// Puts another file system at `inbox`; answers false where this process may not.
  package func mountInbox() -> Bool {
    guard mount("tondo-scratch", absolute("inbox"), "tmpfs", 0, nil) == 0 else { return false }
    isMounted.withLock { $0 = true }
    return true
  }

  package static let all = ["inbox", "originals", "replaced", "avatars", "failed", ".tondo/staging"]

  package func absolute(_ path: String) -> String { path.isEmpty ? url.path : url.path + "/" + path }

  package func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: absolute(path), withIntermediateDirectories: true)
  }

  /// Writes a file, and the folders above it.
  package func write(_ path: String, _ text: String = "x") throws {
    if let slash = path.lastIndex(of: "/") { try makeFolder(String(path[..<slash])) }
    try Data(text.utf8).write(to: URL(filePath: absolute(path)))
  }

  /// Nil where there is no file.
  package func text(_ path: String) -> String? {
    (try? Data(contentsOf: URL(filePath: absolute(path)))).map { String(decoding: $0, as: UTF8.self) }
  }

  package func move(_ from: String, _ to: String) throws {
    try check(rename(absolute(from), absolute(to)), "rename \(from) to \(to)")
  }

  package func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: absolute(path)) }

  package func link(_ path: String, to target: String) throws {
    try check(symlink(target, absolute(path)), "link \(path)")
  }

  package func hardLink(_ path: String, to other: String) throws {
    try check(Foundation.link(absolute(other), absolute(path)), "link \(path)")
  }

  package func makePipe(_ path: String) throws { try check(mkfifo(absolute(path), 0o600), "pipe \(path)") }

  package func mode(_ path: String) -> UInt32? { status(path).map { $0.st_mode & 0o7777 } }

  package func setMode(_ path: String, _ mode: UInt32) throws {
    try check(chmod(absolute(path), mode), "mode")
  }

  /// Seconds since 1970 of the last modification.
  package func setTime(_ path: String, seconds: Int, nanoseconds: Int = 0) throws {
    let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
    try check(utimensat(AT_FDCWD, absolute(path), [time, time], 0), "time")
  }

  package func time(_ path: String) -> [Int]? {
    status(path).map { [$0.st_mtim.tv_sec, $0.st_mtim.tv_nsec] }
  }

  package func inode(_ path: String) -> UInt64? { status(path).map { UInt64($0.st_ino) } }

  private func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(absolute(path), &status) == 0 ? status : nil
  }

  /// All that is no folder, sorted.
  package func files(_ folder: String = "") -> [String] {
    let all = FileManager.default.enumerator(atPath: absolute(folder))?.compactMap { $0 as? String } ?? []
    return all.filter { !isFolder(folder.isEmpty ? $0 : folder + "/" + $0) }.sorted()
  }

  package func isFolder(_ path: String) -> Bool {
    status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  /// Every file with its text, to compare two states of a root.
  package func contents(of folders: [String]) -> [String: String] {
    var contents: [String: String] = [:]
    for folder in folders {
      for file in files(folder) { contents[folder + "/" + file] = text(folder + "/" + file) }
    }
    return contents
  }
}

/// A system call of a test failed.
package struct Failed: Error {
  package var what: String

  package init(what: String) { self.what = what }
}

package func check(_ result: Int32, _ what: String) throws {
  guard result >= 0 else { throw Failed(what: "\(what): errno \(errno)") }
}

/// A path below the root; the empty one where the text is none, which no test means.
package func path(_ text: String) -> BytePath { BytePath(text) ?? .here }

/// An id; a test that gets its text wrong ends.
package func id(_ text: String) -> AvatarID {
  guard let id = AvatarID(text) else { preconditionFailure("\(text) is no id") }
  return id
}
