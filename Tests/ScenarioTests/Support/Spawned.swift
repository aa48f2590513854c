import Foundation
import Glibc
import Synchronization

/// A program that a test started: its output goes into files, and it is ended with its owner.
final class Spawned: Sendable {
  let pid: pid_t
  let output: String
  let errors: String
  private let status = Mutex<Int32?>(nil)

  /// Starts `tondo` as it was built beside the tests, or a program with an absolute path; `scratch` is a folder for what
  /// it prints; `environment` comes beside the usual one.
  init(_ program: String, _ words: [[UInt8]], scratch: String, environment: [String] = []) throws {
    let path = program.hasPrefix("/") ? program : Self.beside(program)
    let name = "\(scratch)/\(UUID().uuidString)"
    output = name + ".out"
    errors = name + ".err"
    pid = try Self.start(path, [Array(path.utf8)] + words, output, errors, environment)
  }

  deinit {
    guard exitStatus == nil else { return }
    kill(pid, SIGKILL)
    var word: Int32 = 0
    while waitpid(pid, &word, 0) < 0, errno == EINTR {}
  }

  /// What it printed so far.
  var said: String { text(output) }
  var complained: String { text(errors) }

  func send(_ signal: Int32) { if exitStatus == nil { kill(pid, signal) } }

  /// The exit code, or 128 and the signal; nil while it runs.
  var exitStatus: Int32? {
    status.withLock { known in
      if known != nil { return known }
      var word: Int32 = 0
      guard waitpid(pid, &word, WNOHANG) == pid else { return nil }
      known = word & 0x7F == 0 ? (word >> 8) & 0xFF : 128 + (word & 0x7F)
      return known
    }
  }

  @discardableResult
  func ended(within seconds: Double = 120) async throws -> Int32 {
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      // First: a busy machine may let this wait for longer than the process takes.
      if let status = exitStatus { return status }
      guard ContinuousClock.now < end else {
        throw Failed("process \(pid) has not ended within \(seconds) s:\n\(complained)")
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  private func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  /// Programs and tests are built into one folder.
  static func beside(_ name: String) -> String {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return own.deletingLastPathComponent().appending(path: name).path(percentEncoded: false)
  }

  /// What would make one machine's outcome another's stays out.
  private static var environment: [String] {
    let kept = ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "LLVM_PROFILE_FILE"]
    let all = ProcessInfo.processInfo.environment
    return kept.compactMap { name in all[name].map { "\(name)=\($0)" } } + ["LANG=C.UTF-8"]
  }

  /// With more variables, or other values of these.
  private static func merged(_ more: [String]) -> [String] {
    let name = { (variable: String) in variable.prefix { $0 != "=" } }
    let changed = Set(more.map(name))
    return environment.filter { !changed.contains(name($0)) } + more
  }

  private static func start(
    _ path: String, _ words: [[UInt8]], _ output: String, _ errors: String, _ more: [String]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let argv = words.map(cString) + [nil]
    let environment = merged(more).map { cString(Array($0.utf8)) } + [nil]
    defer { for pointer in argv + environment { free(pointer) } }
    var pid = pid_t()
    let number = posix_spawn(&pid, path, &actions, nil, argv, environment)
    guard number == 0 else { throw Failed("cannot start \(path): errno \(number)") }
    return pid
  }

  private static func cString(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
    strdup(bytes.map(CChar.init(bitPattern:)) + [0])
  }
}

struct Failed: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// Fails with errno's name of trouble where a call did.
func check(_ result: Int32, _ what: String) throws {
  guard result >= 0 else { throw Failed("\(what): errno \(errno)") }
}
