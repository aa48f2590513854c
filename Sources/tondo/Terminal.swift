internal import Foundation
internal import Glibc
internal import Model
internal import Synchronization

/// Where words for people and results for programs go.
enum Terminal {
  /// A result, on standard output.
  ///
  /// Nobody reading it is no error; anything else is remembered: see `failure`.
  static func print(_ message: Message) { print(message.text(in: language)) }

  static func print(_ text: String) { _ = put(Array((text + "\n").utf8)) }

  /// The same for what is no text; answers false once more of it would be of no use.
  static func put(_ bytes: [UInt8]) -> Bool {
    let number = write(bytes, STDOUT_FILENO)
    if number != 0, number != EPIPE { firstFailure.withLock { $0 = $0 ?? number } }
    return number == 0
  }

  /// Everything else, on standard error.
  static func note(_ text: String) { draw(text + "\n") }

  static func note(_ message: Message) { note(message.text(in: language)) }

  /// What did not go well, though the command goes on.
  static func complain(_ message: Message) { note("tondo: " + message.text(in: language)) }

  /// The same, without going to the next line.
  static func draw(_ text: String) { write(Array(text.utf8), STDERR_FILENO) }

  /// Why a command ends, and what to do.
  static func tell(_ problem: CommandProblem) {
    let why = problem.explanation
    complain(why.problem)
    if let remedy = why.remedy { note(remedy) }
  }

  /// Why results did not get to where they should.
  static var failure: CommandProblem? {
    firstFailure.withLock { number in
      number.map { .node(.system(doing: .writeResults, path: "", number: $0)) }
    }
  }

  private static let firstFailure = Mutex<Int32?>(nil)

  /// In which people are spoken to.
  static var language: Language { asked ?? .english }

  /// The language that an option asks for, else the environment; nil where neither does.
  static var asked: Language? {
    get { chosen.withLock { $0 } }
    set { chosen.withLock { $0 = newValue } }
  }

  private static let chosen = Mutex(Language.ofEnvironment(environment))

  static var showsColour: Bool {
    isPerson && environment("NO_COLOR").map(\.isEmpty) ?? true
  }

  /// Whether standard error is a terminal.
  static var isPerson: Bool { isatty(STDERR_FILENO) == 1 }

  static func environment(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

  /// Asks a person; false where there is no terminal or no yes.
  static func confirms(_ question: Message) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else { return false }
    draw(question.text(in: language) + " " + Message("command.confirm.choice").text(in: language) + " ")
    let yes = Message("command.confirm.yes").text(in: language).split(separator: " ").map(String.init)
    return yes.contains(readLine()?.lowercased() ?? "")
  }

  /// Writes all of it; answers errno, or 0.
  @discardableResult
  private static func write(_ bytes: [UInt8], _ descriptor: Int32) -> Int32 {
    var rest = bytes[...]
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
