internal import Foundation
internal import Glibc
internal import Model

/// Where words for people and results for programs go.
enum Terminal {
  /// A result, on standard output.
  ///
  /// Nobody reading it is no error.
  static func print(_ text: String) { write(text + "\n", FileHandle.standardOutput) }

  /// Everything else, on standard error.
  static func note(_ text: String) { write(text + "\n", FileHandle.standardError) }

  /// Why a command ends, and what to do.
  static func tell(_ problem: CommandProblem) {
    let why = problem.english
    note("tondo: \(why.problem)" + (why.remedy.isEmpty ? "" : "\n\(why.remedy)"))
  }

  static var showsColour: Bool {
    isatty(STDERR_FILENO) == 1 && environment("NO_COLOR").map(\.isEmpty) ?? true
  }

  /// Under systemd standard error is the journal, which reads priorities.
  static var isJournal: Bool { environment("JOURNAL_STREAM") != nil }

  static func environment(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

  /// Asks a person; false where there is no terminal or no yes.
  static func confirms(_ question: String) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else { return false }
    write(question + " [y/N] ", FileHandle.standardError)
    return ["y", "yes"].contains(readLine()?.lowercased())
  }

  private static func write(_ text: String, _ file: FileHandle) {
    try? file.write(contentsOf: Data(text.utf8))
  }
}
