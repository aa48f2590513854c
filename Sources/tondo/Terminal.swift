internal import Foundation
internal import Glibc
internal import Model
internal import Synchronization

/// Where words for people and results for programs go.
enum Terminal {
  /// A result, on standard output.
  ///
  /// Nobody reading it is no error; anything else is remembered: see `failure`.
  static func print(_ text: String) {
    let number = write(text + "\n", STDOUT_FILENO)
    if number != 0, number != EPIPE { firstFailure.withLock { $0 = $0 ?? number } }
  }

  /// Everything else, on standard error.
  static func note(_ text: String) { write(text + "\n", STDERR_FILENO) }

  /// The same, without going to the next line.
  static func draw(_ text: String) { write(text, STDERR_FILENO) }

  /// Why a command ends, and what to do.
  static func tell(_ problem: CommandProblem) {
    let why = problem.english
    note("tondo: \(why.problem)" + (why.remedy.isEmpty ? "" : "\n\(why.remedy)"))
  }

  /// Why results did not get to where they should.
  static var failure: CommandProblem? {
    firstFailure.withLock { number in
      number.map { .node(.system(doing: "write", path: "to standard output", number: $0)) }
    }
  }

  private static let firstFailure = Mutex<Int32?>(nil)

  static var showsColour: Bool {
    isPerson && environment("NO_COLOR").map(\.isEmpty) ?? true
  }

  /// Whether standard error is a terminal.
  static var isPerson: Bool { isatty(STDERR_FILENO) == 1 }

  /// Under systemd standard error is the journal, which reads priorities.
  static var isJournal: Bool { environment("JOURNAL_STREAM") != nil }

  static func environment(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

  /// Asks a person; false where there is no terminal or no yes.
  static func confirms(_ question: String) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else { return false }
    draw(question + " [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased())
  }

  /// Writes all of it; answers errno, or 0.
  @discardableResult
  private static func write(_ text: String, _ descriptor: Int32) -> Int32 {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        // Whoever gave the descriptor made it one that does not wait.
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&room, 1, -1)
      default: return errno
      }
    }
    return 0
  }
}
