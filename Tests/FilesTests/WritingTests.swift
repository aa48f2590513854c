import Digest
import Dispatch
import Glibc
import Model
import Scratch
import Testing

@testable import Files

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

  private func tidy(_ folders: String...) {
    for folder in folders { rmdir(scratch.absolute(folder)) }
  }

  @Test("folders are made though somebody removes empty ones at the same time")
  func tidied() throws {
    try meanwhile({ tidy("inbox/a/b", "inbox/a") }) {
      for _ in 0..<500 { try root.makeFolders(path("inbox/a/b"), mode: 0o755) }
    }
  }

  @Test("a file gets a name in new folders though somebody removes empty ones at the same time")
  func tidiedAround() throws {
    try meanwhile({ tidy("inbox/a/b", "inbox/a") }) {
      for turn in 0..<200 {
        try scratch.write("avatars/\(turn)", "\(turn)")
        try root.renameNew(path("avatars/\(turn)"), to: path("inbox/a/b/c"), making: 0o755)
        #expect(scratch.text("inbox/a/b/c") == "\(turn)")
        try root.remove(path("inbox/a/b/c"))
      }
    }
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

  @Test("a file is created in place of another, or of a link, and never of what that names")
  func recreate() throws {
    try scratch.write("inbox/named", "named")
    try scratch.link("inbox/a", to: scratch.absolute("inbox/named"))
    for text in ["one", "two"] {
      try root.recreate(path("inbox/a"), Array(text.utf8), mode: 0o640)
      #expect(scratch.contents(of: ["inbox"]) == ["inbox/a": text, "inbox/named": "named"])
    }
    #expect { try root.recreate(path("inbox"), [], mode: 0o640) } throws: {
      ($0 as? FileFailure)?.number == EISDIR
    }
  }

  @Test("a whole text is read, and more than is wanted refused")
  func limit() throws {
    try scratch.write("inbox/a", String(repeating: "x", count: 100_000))
    #expect(try root.read(path("inbox/a"), atMost: 100_000)?.bytes.count == 100_000)
    #expect { try root.read(path("inbox/a"), atMost: 99_999) } throws: {
      ($0 as? FileFailure)?.number == EFBIG
    }
  }

  /// They say that they hold nothing, and give nothing to whoever reads on from their midst.
  @Test func filesOfTheKernelAreReadWhole() throws {
    let name = "/proc/sys/fs/inotify/max_queued_events"
    let text = String(
      decoding: try #require(try WholeFile.read(Array(name.utf8), atMost: 4096)), as: UTF8.self)
    #expect(text.last == "\n" && (Int(text.dropLast()) ?? 0) >= 10, "of several digits")
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

  @Test("a file that is removed if it still is the same takes no other with it, however late that one came")
  func removeAs() throws {
    try scratch.write("inbox/new", "new")
    let new = try #require(try root.signature(path("inbox/new")))
    for round in 0..<3000 {
      try scratch.write("inbox/a", "old")
      try scratch.write("inbox/other", "other \(round)")
      let old = try #require(try root.signature(path("inbox/a")))
      DispatchQueue.concurrentPerform(iterations: 2) { [self] turn in
        if turn == 0 {
          try? root.remove(path("inbox/a"), as: old)
        } else {
          // At another moment each time.
          let moment = ContinuousClock.now + .microseconds(round % 60)
          while ContinuousClock.now < moment {}
          try? scratch.move("inbox/other", "inbox/a")
        }
      }
      try #require(scratch.text("inbox/a") == "other \(round)", "round \(round)")
      try root.remove(path("inbox/a"), as: new)
      try #require(scratch.text("inbox/a") == "other \(round)")
    }
    try root.remove(path("inbox/new"), as: new)
    #expect(scratch.text("inbox/new") == nil)
    #expect(scratch.files(".tondo/staging") == [])
  }
}
