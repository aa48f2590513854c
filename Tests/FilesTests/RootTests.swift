import Digest
import Glibc
import Model
import Scratch
import Testing

@testable import Files

@Suite("Below the root")
struct RootTests {
  /// Verbs that each would reach a file through a path.
  struct Verb: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var run: @Sendable (Root, BytePath) throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (Root, BytePath) throws -> Void) {
      testDescription = name
      self.run = run
    }

    static let all = [
      Verb("read") { root, path in if try root.read(path, atMost: 100) == nil { throw Failed(what: "nil") } },
      Verb("digest") { root, path in if try root.digest(path) == nil { throw Failed(what: "nil") } },
      Verb("look") { root, path in if try root.look(path)?.isFile != true { throw Failed(what: "nil") } },
      Verb("create") { try $0.create($1.folder.appending("new".utf8), [1], mode: 0o644) },
      Verb("makeFolders") { try $0.makeFolders($1.folder.appending("new".utf8), mode: 0o755) },
      Verb("rename from") { try $0.rename($1, to: path("avatars/here")) },
      Verb("rename to") { try $0.rename(path("avatars/mine"), to: $1) },
      Verb("renameNew to") { try $0.renameNew(path("avatars/mine"), to: $1.folder.appending("new".utf8)) },
      Verb("exchange") { try $0.exchange(path("avatars/mine"), $1) },
      Verb("remove") { if try !$0.remove($1) { throw Failed(what: "nothing") } },
      Verb("removeTree") { root, path in
        try root.removeTree(path.folder)
        throw Failed(what: "nothing to check")
      },
      Verb("syncFile") { try $0.syncFile($1) }, Verb("syncFolder") { try $0.syncFolder($1.folder) },
      Verb("names") { _ = try $0.names(in: $1.folder) },
      Verb("copy from") { _ = try $0.copy($1, to: path("avatars/here"), mode: 0o644) },
      Verb("copy to") {
        _ = try $0.copy(path("avatars/mine"), to: $1.folder.appending("new".utf8), mode: 0o644)
      },
    ]
  }

  @Test(
    "no verb leaves the root, whatever part of the path is a link", arguments: Verb.all,
    ["inbox/link/secret", "inbox/link/folder/secret", "inbox/folder/link/secret"])
  func links(_ verb: Verb, _ name: String) throws {
    let outside = try Scratch(["folder"])
    try outside.write("secret", "secret")
    try outside.write("folder/secret", "secret")
    let scratch = try Scratch()
    try scratch.write("avatars/mine", "mine")
    try scratch.makeFolder("inbox/folder")
    for link in ["inbox/link", "inbox/folder/link"] { try scratch.link(link, to: outside.absolute("")) }
    let before = outside.contents(of: [""])
    #expect(throws: (any Error).self) { try verb.run(scratch.root, path(name)) }
    #expect(outside.contents(of: [""]) == before)
    #expect(scratch.text("avatars/mine") == "mine")
    #expect(!scratch.files("avatars").contains("here"))
  }

  @Test("a link is looked at, and neither read, written through nor removed with what it names")
  func lastLink() throws {
    let outside = try Scratch([])
    try outside.write("secret", "secret")
    let scratch = try Scratch()
    let link = path("inbox/link")
    try scratch.link("inbox/link", to: outside.absolute("secret"))
    #expect(try scratch.root.look(link) == .other)
    #expect(try scratch.root.signature(link) == nil)
    #expect(try scratch.root.read(link, atMost: 100) == nil)
    #expect(try scratch.root.digest(link) == nil)
    #expect(throws: FileFailure.self) { try scratch.root.create(link, [1], mode: 0o644) }
    #expect(throws: FileFailure.self) { try scratch.root.copy(link, to: path("inbox/copy"), mode: 0o644) }
    #expect(try scratch.root.remove(link))
    #expect(outside.text("secret") == "secret")
  }

  @Test(
    "paths that would climb are no paths",
    arguments: ["..", "../x", "a/../b", "a/..", "/a", "a//b", "./a", "a\0b"])
  func climbing(_ text: String) { #expect(BytePath(text) == nil) }

  @Test("a name that lies behind a link names nothing, which is no trouble of the node's")
  func behindLink() throws {
    let scratch = try Scratch()
    try scratch.link("inbox/sales", to: "/tmp")
    #expect(try scratch.root.look(path("inbox/sales/jane.jpg")) == nil)
    #expect(try scratch.root.signature(path("inbox/sales/jane.jpg")) == nil)
  }

  @Test("a missing name, one below a file and one that is too long are told apart from trouble")
  func missing() throws {
    let scratch = try Scratch()
    try scratch.write("inbox/file")
    #expect(try scratch.root.look(path("inbox/none/x")) == nil)
    #expect(try scratch.root.look(path("inbox/file/x")) == nil)
    #expect(try scratch.root.remove(path("inbox/file/x")) == false)
    #expect(try scratch.root.read(path("inbox/file/x"), atMost: 1) == nil)
    let long = path("inbox/" + String(repeating: "x", count: 256))
    #expect { try scratch.root.look(long) } throws: { ($0 as? FileFailure)?.isAboutNames ?? false }
  }

  @Test("a pipe without a writer holds up nobody")
  func pipe() throws {
    let scratch = try Scratch()
    try scratch.makePipe("inbox/pipe")
    #expect(try scratch.root.look(path("inbox/pipe")) == .other)
    #expect(try scratch.root.read(path("inbox/pipe"), atMost: 100) == nil)
    #expect(try scratch.root.digest(path("inbox/pipe")) == nil)
  }

  @Test("names that are no UTF-8 are names like others")
  func bytes() throws {
    let scratch = try Scratch()
    let name = try #require(BytePath(Array("inbox/".utf8) + [0xFF, 0x0A]))
    try scratch.root.create(name, [1], mode: 0o644)
    #expect(try scratch.root.names(in: path("inbox")) == [[0xFF, 0x0A]])
    #expect(try scratch.root.read(name, atMost: 1)?.bytes == [1])
  }

  @Test(
    "dates that nanoseconds do not hold are dates like others",
    arguments: [-1, -86_400 * 365 * 60, 9_300_000_000, 15_000_000_000])
  func dates(_ seconds: Int) throws {
    let scratch = try Scratch()
    try scratch.write("inbox/jane.jpg", "photo")
    try scratch.setTime("inbox/jane.jpg", seconds: seconds, nanoseconds: 999_999_999)
    let signature = try #require(try scratch.root.signature(path("inbox/jane.jpg")))
    #expect(try scratch.root.read(path("inbox/jane.jpg"), atMost: 100)?.signature == signature)
    _ = try scratch.root.copy(path("inbox/jane.jpg"), to: path("originals/jane.jpg"), mode: 0o640)
    #expect(scratch.time("originals/jane.jpg") == [seconds, 999_999_999])
  }
}

@Suite("Writing")
struct WritingTests {
  let scratch: Scratch
  var root: Root { scratch.root }

  init() throws { scratch = try Scratch() }

  @Test("a new name replaces nothing")
  func renameNew() throws {
    try scratch.write("inbox/a", "a")
    try scratch.write("inbox/b", "b")
    #expect { try root.renameNew(path("inbox/a"), to: path("inbox/b")) } throws: {
      ($0 as? FileFailure)?.exists ?? false
    }
    #expect(scratch.text("inbox/b") == "b")
    try root.renameNew(path("inbox/a"), to: path("inbox/c"))
    #expect(scratch.contents(of: ["inbox"]) == ["inbox/b": "b", "inbox/c": "a"])
  }

  @Test("two names are exchanged, or neither is touched")
  func exchange() throws {
    try scratch.write("inbox/a", "a")
    #expect { try root.exchange(path("inbox/a"), path("inbox/b")) } throws: {
      ($0 as? FileFailure)?.isMissing ?? false
    }
    try scratch.write("inbox/b", "b")
    try root.exchange(path("inbox/a"), path("inbox/b"))
    #expect(scratch.contents(of: ["inbox"]) == ["inbox/a": "b", "inbox/b": "a"])
  }

  @Test("a file is created once")
  func create() throws {
    try root.create(path("inbox/a"), [], mode: 0o640)
    #expect(throws: FileFailure.self) { try root.create(path("inbox/a"), [1], mode: 0o640) }
    #expect(scratch.text("inbox/a") == "")
  }

  @Test("a whole text is read, and more than is wanted refused")
  func limit() throws {
    try scratch.write("inbox/a", String(repeating: "x", count: 100_000))
    #expect(try root.read(path("inbox/a"), atMost: 100_000)?.bytes.count == 100_000)
    #expect { try root.read(path("inbox/a"), atMost: 99_999) } throws: {
      ($0 as? FileFailure)?.number == EFBIG
    }
  }

  @Test("a device that never ends is refused, too")
  func endless() {
    #expect { try WholeFile.read(Array("/dev/zero".utf8), atMost: 1 << 16) } throws: {
      ($0 as? FileFailure)?.number == EFBIG
    }
  }

  @Test("folders above it are made, and a file in their place is named")
  func folders() throws {
    try root.makeFolders(path("avatars/a/b/c"), mode: 0o2775)
    try root.makeFolders(path("avatars/a/b/c"), mode: 0o700)
    #expect(scratch.mode("avatars/a/b") == 0o2775)
    try scratch.write("avatars/file")
    for name in ["avatars/file", "avatars/file/x", "avatars/file/x/y"] {
      #expect { try root.makeFolders(path(name), mode: 0o755) } throws: {
        ($0 as? FileFailure)?.isAboutNames ?? false
      }
    }
  }

  @Test("a tree goes with all in it, and links in it go without what they name")
  func tree() throws {
    try scratch.write("inbox/keep", "keep")
    try scratch.write("avatars/tree/a/b", "x")
    try scratch.link("avatars/tree/link", to: scratch.absolute("inbox"))
    try root.removeTree(path("avatars/tree"))
    try root.removeTree(path("avatars/tree"))
    #expect(scratch.contents(of: ["inbox", "avatars"]) == ["inbox/keep": "keep"])
    try scratch.makeFolder("avatars/full/x")
    #expect(try !root.removeFolder(path("avatars/full")))
    #expect(try root.removeFolder(path("avatars/full/x")))
    #expect(try !root.removeFolder(path("avatars/full/x")))
  }

  @Test("a copy has the bytes, their digest and their times, and takes no name that is taken")
  func copy() throws {
    let text = String(repeating: "photo", count: 200_000)
    try scratch.write("inbox/a", text)
    try scratch.setTime("inbox/a", seconds: 1_000_000_000, nanoseconds: 5)
    let signature = try root.signature(path("inbox/a"))
    let copied = try root.copy(path("inbox/a"), to: path("originals/a"), mode: 0o640)
    #expect(copied.sha256 == SHA256.of(Array(text.utf8)))
    #expect(copied.signature == signature)
    #expect(scratch.text("originals/a") == text)
    #expect(scratch.time("originals/a") == [1_000_000_000, 5])
    #expect(throws: FileFailure.self) { try root.copy(path("inbox/a"), to: path("originals/a"), mode: 0o640) }
  }

  @Test("a folder is the same only while it is the same one")
  func identity() throws {
    let before = try root.identity(path("originals"))
    #expect(try root.identity(path("originals")) == before)
    try scratch.move("originals", "elsewhere")
    #expect(try root.identity(path("originals")) == nil)
    try scratch.makeFolder("originals")
    #expect(try root.identity(path("originals")) != before)
  }

  @Test("descriptors do not leak")
  func leaks() throws {
    func count() -> Int { (try? Root(opening: Array("/proc/self/fd".utf8)).names(in: .here).count) ?? 0 }
    let before = count()
    for _ in 0..<50 {
      try scratch.write("inbox/a")
      _ = try root.read(path("inbox/a"), atMost: 10)
      _ = try? root.read(path("inbox/none/a"), atMost: 10)
      _ = try? root.copy(path("inbox/a"), to: path("none/a"), mode: 0o640)
      _ = try root.names(in: path("inbox"))
      try root.remove(path("inbox/a"))
    }
    // Other tests open files meanwhile; a leak would be two hundred.
    #expect(count() < before + 100)
  }
}

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
      case .held(let holder): #expect(holder.contains("process \(getpid()) on "))
      }
      withExtendedLifetime(lock) {}
    }
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
