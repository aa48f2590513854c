import Foundation
import Glibc
import Model
import Testing

@testable import Watching

@Suite struct ScanTests {
  let root: Root

  init() throws { root = try Root() }

  func walk(_ folder: String = "inbox", ignoring: Bool = true) throws -> (
    files: [ScannedFile], failures: [ScanFailure]
  ) {
    var files: [ScannedFile] = []
    let failures = FolderScan.walk(root: root.bytes, below: try path(folder), ignoring: ignoring) {
      files.append($0)
    }
    return (files, failures)
  }

  @Test func filesComeInOrderAndBeforeFolders() throws {
    for folder in ["b", "a/deep", "a b"] { try root.makeFolder("inbox/\(folder)") }
    for file in ["z.jpg", "b/2.jpg", "b/10.jpg", "a/deep/1.jpg", "a b/1.jpg", "A.jpg"] {
      try root.write("inbox/\(file)")
    }
    let found = try walk().files.map(\.path.description)
    #expect(
      found == ["A.jpg", "z.jpg", "a/deep/1.jpg", "a b/1.jpg", "b/10.jpg", "b/2.jpg"].map { "inbox/\($0)" })
  }

  @Test func eachKindIsToldAndNoLinkFollowed() throws {
    try root.write("inbox/file", "12345")
    try check(link(root.absolute("inbox/file"), root.absolute("inbox/hard")), "link")
    try check(symlink("..", root.absolute("inbox/loop")), "symlink")
    try check(symlink("/proc", root.absolute("inbox/proc")), "symlink")
    try check(mkfifo(root.absolute("inbox/pipe"), 0o600), "mkfifo")
    let (files, failures) = try walk()
    #expect(failures.isEmpty)
    let kinds = Dictionary(uniqueKeysWithValues: files.map { ($0.path.description, $0.kind) })
    #expect(
      kinds == [
        "inbox/file": .regular, "inbox/hard": .regular, "inbox/loop": .symlink, "inbox/proc": .symlink,
        "inbox/pipe": .fifo,
      ])
    #expect(files.first?.links == 2)
    #expect(files.first?.signature.size == 5)
  }

  @Test func whatIsIgnoredIsLeftOut() throws {
    try root.makeFolder("inbox/@eaDir")
    try root.makeFolder("inbox/.sync")
    for file in ["@eaDir/a.jpg", ".sync/a.jpg", ".a.jpg", "a.part", "a.jpg"] {
      try root.write("inbox/\(file)")
    }
    #expect(try walk().files.map(\.path) == [path("inbox/a.jpg")])
    #expect(try walk(ignoring: false).files.count == 5)
  }

  @Test func aMissingStartIsAFailure() throws {
    #expect(try walk("inbox/none").failures == [ScanFailure(path: path("inbox/none"), number: ENOENT)])
    try root.remove("inbox")
    #expect(try walk().failures == [ScanFailure(path: path("inbox"), number: ENOENT)])
  }

  @Test func aLinkInPlaceOfTheStartIsAFailure() throws {
    try check(symlink(root.absolute("avatars"), root.absolute("inbox/link")), "symlink")
    #expect(try walk("inbox/link").failures == [ScanFailure(path: path("inbox/link"), number: ENOTDIR)])
  }

  @Test(.enabled(if: geteuid() != 0, "root reads every folder"))
  func anUnreadableFolderCostsNoOther() throws {
    try root.makeFolder("inbox/closed")
    try root.write("inbox/open.jpg")
    try check(chmod(root.absolute("inbox/closed"), 0), "chmod")
    defer { chmod(root.absolute("inbox/closed"), 0o700) }
    let (files, failures) = try walk()
    #expect(files.count == 1)
    #expect(failures == [ScanFailure(path: try path("inbox/closed"), number: EACCES)])
  }

  @Test func aTreeDeeperThanAnyPathCostsNoOther() throws {
    try root.write("inbox/z.jpg")
    defer { removeDeep() }
    var at = open(root.absolute("inbox"), O_RDONLY)
    let name = String(repeating: "d", count: 250)
    for _ in 0..<20 {
      try check(mkdirat(at, name, 0o755), "mkdirat")
      let next = openat(at, name, O_RDONLY)
      close(at)
      at = next
    }
    close(at)
    let (files, failures) = try walk()
    #expect(files.map(\.path) == [try path("inbox/z.jpg")])
    #expect(failures.map(\.number) == [ENAMETOOLONG])
  }

  /// What Foundation leaves behind, since it goes by path.
  private func removeDeep() {
    let process = try? Process.run(URL(filePath: "/bin/rm"), arguments: ["-rf", root.absolute("inbox")])
    process?.waitUntilExit()
  }

  @Test func aLookTellsWhatLiesThere() throws {
    try root.write("inbox/a.jpg", "123")
    try check(symlink("a.jpg", root.absolute("inbox/link.jpg")), "symlink")
    try check(symlink("..", root.absolute("inbox/up")), "symlink")
    func look(_ text: String) throws -> Look { FolderScan.look(root: root.bytes, at: try path(text)) }
    guard case .file(let file) = try look("inbox/a.jpg") else { throw Failed(what: "no file") }
    #expect(file.kind == .regular && file.signature.size == 3 && file.links == 1)
    #expect(try file == walk().files.first)
    guard case .file(let link) = try look("inbox/link.jpg") else { throw Failed(what: "no link") }
    #expect(link.kind == .symlink)
    #expect(try look("inbox") == .folder)
    #expect(try look("inbox/none.jpg") == .missing)
    #expect(try look("inbox/none/none.jpg") == .missing)
    #expect(try look("inbox/a.jpg/none.jpg") == .missing)
    #expect(try look("inbox/up/inbox/a.jpg") == .unreadable(ELOOP))
  }

  @Test func aMissingRootIsNotAMissingFile() throws {
    let gone = root.bytes + Array("-none".utf8)
    #expect(FolderScan.look(root: gone, at: try path("inbox/a.jpg")) == .unreadable(ENOENT))
  }
}
