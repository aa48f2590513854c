import Foundation
import Glibc
import Synchronization
import Testing

/// Somebody swaps a name for a symbolic link and back, again and again, while the daemon works there.
@Suite(.serialized) struct SwappedLinkTests {
  @Test(arguments: [
    "inbox/sales", "originals/sales", "avatars/sales", "failed/sales", "replaced/sales", "inbox/sales/p0.png",
    "avatars/sales/p0.json", "avatars/sales/p0-32.jpg", "originals/sales/p0.png",
  ])
  func `a link that is swapped in leads nowhere`(_ place: String) async throws {
    try await scene { scene in
      try scene.root.drop("sales/p1.png", Picture.fresh())
      try await scene.made("sales/p1")
      let people = try People(scene.root)
      let trap = try Trap(at: place, in: scene.root)
      trap.start()
      for _ in 0..<3 {
        try people.work()
        try await Task.sleep(for: .milliseconds(700))
      }
      #expect(trap.stop() > 20)
      #expect(try trap.secrets() == trap.before)
      #expect(scene.root.holds(trap.secret) == false)
      // It has survived, and works.
      try await scene.settled()
    }
  }
}

/// Who goes on working in folders that they have open, whatever is swapped meanwhile.
private final class People {
  private let inbox: CInt
  private let avatars: CInt
  private let scratch: String

  init(_ root: Root) throws {
    inbox = open(root.absolute("inbox/sales"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    avatars = open(root.absolute("avatars/sales"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    scratch = root.scratch
    try check(min(inbox, avatars), "open")
  }

  deinit {
    close(inbox)
    close(avatars)
  }

  /// New photos, other photos of the same names, a bad one, an edit.
  func work() throws {
    for index in 0..<4 { try put("p\(index).png", in: inbox, Picture.fresh()) }
    try put("bad.png", in: inbox, Array("no photo".utf8))
    try put(
      "p1.json", in: avatars, Array(#"{ "attributes": { "rotation": \#(90 * Int.random(in: 0...3)) } }"#.utf8)
    )
  }

  /// By a rename, which replaces a link rather than following it.
  private func put(_ name: String, in folder: CInt, _ bytes: [UInt8]) throws {
    let draft = scratch + "/draft"
    try Data(bytes).write(to: URL(fileURLWithPath: draft))
    // ENOENT: the folder has lost its place for good to one that was made meanwhile.
    if renameat(AT_FDCWD, draft, folder, name) != 0, errno != ENOENT { try check(-1, "rename to \(name)") }
  }
}

/// A folder elsewhere, with what must neither be read nor changed, and a link to it that takes a name's place in turns.
private final class Trap: Sendable {
  /// The bytes of every photo there.
  let secret = Picture.fresh(width: 40, height: 30)
  let before: [String]
  private let place: String
  private let outside: String
  private let away: String
  private let isOver = Mutex(false)
  private let swaps = Mutex(0)
  private let ended = DispatchSemaphore(value: 0)

  init(at place: String, in root: Root) throws {
    self.place = root.absolute(place)
    outside = root.scratch + "/outside"
    away = root.scratch + "/away"
    let names = ["p0.png", "p0.json", "p0-32.jpg", "p1.png", "p1.json", "p9.png", "sub/p9.png"]
    for name in names {
      let file = URL(fileURLWithPath: "\(outside)/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(secret).write(to: file)
      chmod(file.path, 0o600)
    }
    chmod(outside, 0o700)
    before = try Self.tree(outside)
  }

  func secrets() throws -> [String] { try Self.tree(outside) }

  func start() {
    // A file's name gets a link to a file.
    let target = place.contains(".") ? outside + "/p9.png" : outside
    Thread.detachNewThread { [self] in
      while !isOver.withLock({ $0 }) { swap(target) }
      ended.signal()
    }
  }

  /// Answers how often it came to a swap; the real thing is back in its place.
  func stop() -> Int {
    isOver.withLock { $0 = true }
    ended.wait()
    return swaps.withLock { $0 }
  }

  private func swap(_ target: String) {
    guard rename(place, away) == 0 else {
      usleep(200)
      return
    }
    symlink(target, place)
    usleep(300)
    unlink(place)
    // Where something else has come meanwhile, that stays.
    if link(away, place) == 0 { unlink(away) } else if rename(away, place) != 0 { remove() }
    swaps.withLock { $0 += 1 }
    usleep(300)
  }

  private func remove() { try? FileManager.default.removeItem(atPath: away) }

  /// Names, sizes, modes, times and inodes.
  private static func tree(_ folder: String) throws -> [String] {
    let names =
      [""] + (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).sorted()
    return try names.map { name in
      var state = stat()
      try check(lstat("\(folder)/\(name)", &state), "lstat \(name)")
      return
        "\(name) \(state.st_size) \(state.st_mode) \(state.st_mtim.tv_sec) \(state.st_mtim.tv_nsec) \(state.st_ino)"
    }
  }
}

extension Root {
  /// Whether any file below the root, links not followed, has these bytes.
  fileprivate func holds(_ bytes: [UInt8]) -> Bool {
    let folders = ["inbox", "originals", "replaced", "avatars", "failed", ".tondo/staging"]
    return folders.contains { folder in
      files(folder).contains { name in
        let path = "\(folder)/\(name)"
        return (state(path)?.st_mode ?? 0) & S_IFMT == S_IFREG && read(path) == bytes
      }
    }
  }
}
