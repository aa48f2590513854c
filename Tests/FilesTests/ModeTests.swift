import Glibc
import Model
import Scratch
import Testing

@testable import Files

/// The umask is the whole process's, so nothing else may make files meanwhile: a process of its own.
@Suite("Whatever the umask")
struct ModeTests {
  @Test("modes are those that were asked for")
  func modes() async {
    await #expect(processExitsWith: .success) {
      umask(0o077)
      let scratch = try Scratch(["inbox", "avatars"])
      try scratch.root.makeFolders(path("avatars/a/b"), mode: Mode.avatarFolder)
      try scratch.root.create(path("avatars/a/text"), [1], mode: Mode.document)
      _ = try scratch.root.copy(path("avatars/a/text"), to: path("avatars/a/copy"), mode: Mode.own)
      let modes = ["avatars/a", "avatars/a/b", "avatars/a/text", "avatars/a/copy"].map { scratch.mode($0) }
      try #require(modes == [0o2775, 0o2775, 0o664, 0o640])
    }
  }
}

@Suite("The lock of a root")
struct LockTests {
  @Test("is held by one only, tells by whom, and ends with its owner")
  func one() throws {
    let scratch = try Scratch()
    let place = path(".tondo/lock")
    #expect(try !RootLock.isHeld(scratch.root, at: place))
    try hold(scratch, place)
    #expect(try !RootLock.isHeld(scratch.root, at: place))
    guard case .taken = try RootLock.take(scratch.root, at: place) else {
      Issue.record("not taken")
      return
    }
  }

  private func hold(_ scratch: Scratch, _ place: BytePath) throws {
    switch try RootLock.take(scratch.root, at: place) {
    case .held: Issue.record("held")
    case .taken(let lock):
      #expect(try RootLock.isHeld(scratch.root, at: place))
      let other = try Root(opening: scratch.root.path)
      switch try RootLock.take(other, at: place) {
      case .taken: Issue.record("taken twice")
      case .held(let holder): #expect(holder.name.text(in: .english).contains("process \(getpid()) on "))
      }
      withExtendedLifetime(lock) {}
    }
  }

  @Test("is not to be had twice by deleting its file")
  func deleted() throws {
    let scratch = try Scratch()
    let place = path(".tondo/lock")
    guard case .taken(let lock) = try RootLock.take(scratch.root, at: place) else {
      Issue.record("not taken")
      return
    }
    try scratch.remove(".tondo/lock")
    if case .taken = try RootLock.take(Root(opening: scratch.root.path), at: place) {
      Issue.record("taken twice")
    }
    withExtendedLifetime(lock) {}
  }

  @Test("is not in the way of one who only asks")
  func asking() throws {
    let scratch = try Scratch()
    let place = path(".tondo/lock")
    try scratch.write(".tondo/lock", "")
    #expect(try !RootLock.isHeld(scratch.root, at: place))
    #expect(try !RootLock.isHeld(scratch.root, at: place))
  }
}

@Suite("Names")
struct PlacesTests {
  @Test(
    "get a stamp before their extension, cut where they would be too long",
    arguments: [
      ("jane.jpg", 1, "jane.S.jpg"), ("sales/jane.jpg", 2, "sales/jane.S-2.jpg"), ("jane", 1, "jane.S"),
      (".jpg", 1, ".jpg.S"), ("a.b.c", 1, "a.b.S.c"),
    ])
  func stamped(_ name: String, _ turn: Int, _ expected: String) {
    #expect(Places.stamped(path(name), "S", turn: turn) == path(expected))
  }

  @Test("of any length stay within what a file system takes", arguments: [200, 235, 255])
  func long(_ length: Int) {
    let name = path(String(repeating: "x", count: length - 4) + ".jpg")
    for turn in [1, 2, 1000] {
      let stamped = Places.stamped(name, "20261130T120000Z", turn: turn)
      #expect(stamped.name.count <= 255)
      #expect(stamped.name.suffix(4) == Array(".jpg".utf8)[...])
    }
    #expect(Places.errorText(failed: name).name.count <= 255)
  }
}
