import Files
import Foundation
import Model
import Testing

@testable import Workers

/// What a worker can reach that a photo has taken over.
@Suite struct SandboxTests {
  /// Each can be done by a worker that is not confined, so that each refusal is the sandbox's.
  static let attempts = [
    "read /etc/passwd", "read own", "look own", "write new", "write own", "list /", "make new", "remove own",
    "rename own",
    "link new", "chmod own", "truncate own", "connect PORT", "pair", "spawn", "fork", "signal", "namespace",
    "code",
  ]

  @Test("an unconfined worker reaches what its user may", arguments: attempts)
  func free(_ attempt: String) throws {
    #expect(try Self.ask("reach \(attempt)") == "done")
  }

  @Test(
    "a confined worker reaches nothing but its channel and the files it is handed",
    arguments: attempts + ["exec", "trace"])
  func confined(_ attempt: String) throws {
    #expect(try Self.ask("confined \(attempt)") == "errno \(EPERM)")
  }

  @Test(
    "a worker that draws reads fonts, and looks for them",
    arguments: ["read /etc/fonts/fonts.conf", "list /usr/share/fonts", "look own"])
  func fonts(_ attempt: String) throws { #expect(try Self.ask("drawing \(attempt)") == "done") }

  @Test("and no other file", arguments: ["read /etc/passwd", "read own", "list /"])
  func noOtherFiles(_ attempt: String) throws {
    #expect(try Self.ask("drawing \(attempt)") == "errno \(EACCES)")
  }

  @Test(
    "and can do nothing else", arguments: attempts.dropFirst(3).filter { $0 != "list /" } + ["exec", "trace"])
  func drawing(_ attempt: String) throws {
    #expect(try Self.ask("drawing \(attempt)") == "errno \(EPERM)")
  }

  @Test(
    "where seccomp is missing, Landlock keeps it from files, ports and processes",
    arguments: [
      "read /etc/passwd", "read own", "write new", "write own", "list /", "make new", "remove own",
      "link new",
      "truncate own", "exec", "connect PORT",
    ])
  func landlock(_ attempt: String) throws {
    #expect(try Self.ask("without seccomp \(attempt)") == "errno \(EACCES)")
  }

  @Test("where Landlock is missing, seccomp keeps it from all of that", arguments: attempts)
  func seccomp(_ attempt: String) throws {
    #expect(try Self.ask("without landlock \(attempt)") == "errno \(EPERM)")
  }

  @Test("one that is confined already cannot be confined again; it says so, and works on")
  func gaps() throws {
    let test = try TestPool()
    #expect(test.ask("gaps") == "0 2")
    #expect(test.ask("echo") == "echo")
  }

  @Test("it leaves no core, holds no more files than it is handed, and writes no endless one")
  func limits() throws {
    #expect(try TestPool().ask("limits") == "0/0 256/256 \(128 << 20)/\(128 << 20)")
  }

  @Test("the kernel ends one that computes on and on, should the daemon be gone")
  func spends() throws {
    #expect(try TestPool().render("spend") == .died(Message("death.signal.24")))
  }

  @Test("what it is handed it can read and fill, each file in its place, and nothing stays open")
  func handed() throws {
    let test = try TestPool()
    let root = try Root(opening: Array(test.folder.path.utf8))
    for turn in 1...3 {
      let text = Array("photo \(turn)".utf8)
      let paths = try ["original", "a", "b"].map { try #require(BytePath("\($0)\(turn)")) }
      try root.create(paths[0], text, mode: 0o600)
      var files = OpenFiles()
      files.add(try root.reading(paths[0]))
      for path in paths.dropFirst() { files.add(try root.making(path, mode: 0o600)) }
      #expect(test.pool.render(request("copy"), files) == .reply(.same(sha256: "copy")))
      for path in paths { #expect(try root.read(path, atMost: 100)?.bytes == text) }
    }
    #expect(test.ask("descriptors") == "0 1 2")
  }

  @Test("more files than the kernel hands over at once are no reason to hang")
  func tooMany() throws {
    let test = try TestPool()
    var files = OpenFiles()
    for _ in 0..<254 { files.add(try Descriptor(reading: Array("/dev/null".utf8))) }
    #expect(test.pool.render(request("echo"), files) != .reply(.same(sha256: "echo")))
    #expect(test.ask("echo") == "echo")
  }

  /// In a folder with a file of its own, and with somebody who listens.
  private static func ask(_ question: String) throws -> String {
    let test = try TestPool()
    try Data("own".utf8).write(to: test.folder.appending(path: "own"))
    let listener = try Listener()
    defer { withExtendedLifetime(listener) {} }
    return test.ask(question.replacingOccurrences(of: "PORT", with: "\(listener.port)"))
  }
}

/// Somebody who listens on this machine's own address.
private final class Listener {
  let port: UInt16
  private let socket: CInt

  init() throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let number = socket
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, size) == 0 && listen(number, 1) == 0 && getsockname(number, $0, &size) == 0
      }
    }
    try #require(isListening)
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(socket) }
}
