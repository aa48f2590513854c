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
      Verb("recreate") { try $0.recreate($1, [1], mode: 0o644) },
      Verb("making") { _ = try $0.making($1, mode: 0o644) },
      Verb("signatures") { root, path in
        if try root.signatures(of: [path.name], in: path.folder) == [nil] { throw Failed(what: "nil") }
      },
      Verb("signatures by path") { root, path in
        let parts = path.parts.map(Array.init)
        let rest = Array(parts.dropFirst().joined(separator: Array("/".utf8)))
        let names = [rest, Array("../".utf8) + path.bytes]
        let found = try root.signatures(of: names, in: BytePath.here.appending(parts[0]))
        if found == [nil, nil] { throw Failed(what: "nil") }
      },
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

  @Test("several names of a folder are looked at as each is alone")
  func signatures() throws {
    let scratch = try Scratch()
    try scratch.write("inbox/a", "a")
    try scratch.write("inbox/b", "bb")
    try scratch.link("inbox/link", to: scratch.absolute("inbox/a"))
    let names = ["b", "none", "link", "a"]
    let found = try scratch.root.signatures(of: names.map { Array($0.utf8) }, in: path("inbox"))
    #expect(found == (try names.map { try scratch.root.signature(path("inbox/\($0)")) }))
    #expect(found.map { $0?.size } == [2, nil, nil, 1])
    #expect(try scratch.root.signatures(of: [Array("a".utf8)], in: path("none")) == [nil])
  }

  @Test(
    "a folder is empty that holds nothing, or what a fresh file system holds",
    arguments: [
      ([], true), ([".hidden"], true), (["lost+found"], true), (["a"], false),
      ((0..<300).map { ".\($0)" }, true),
      ((0..<300).map { ".\($0)" } + [String(repeating: "x", count: 255)], false),
    ])
  func empty(_ names: [String], _ isEmpty: Bool) throws {
    let scratch = try Scratch()
    for name in names { try scratch.write("originals/\(name)") }
    #expect(try scratch.root.isEmpty(path("originals")) == isEmpty)
  }

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
