internal import Daemon
internal import Dispatch
internal import Glibc
internal import Model

@main
struct Tondo {
  static func main() {
    // A reader that has enough, as head has, must not end a command in the middle of its work.
    signal(SIGPIPE, SIG_IGN)
    let words = CommandLine.arguments.dropFirst().map { Array($0.utf8) }
    // Not as an asynchronous main, which would run in the shared pool: see TaskThread.
    Task(executorPreference: TaskThread("tondo.main")) {
      let exitCode = await exitCode(words)
      guard let failure = Terminal.failure else { exit(exitCode) }
      Terminal.tell(failure)
      exit(exitCode == 0 ? failure.exitCode : exitCode)
    }
    dispatchMain()
  }

  private static func exitCode(_ words: [[UInt8]]) async -> Int32 {
    do throws(CommandProblem) {
      return try await run(words)
    } catch {
      Terminal.tell(error)
      return error.exitCode
    }
  }

  private static func run(_ words: [[UInt8]]) async throws(CommandProblem) -> Int32 {
    let words = try LanguageOption.taken(from: words)
    guard let name = words.first.map({ String(decoding: $0, as: UTF8.self) }) else {
      Terminal.note(HelpText.overview)
      return 64
    }
    if ["--help", "-h", "help"].contains(name) {
      Terminal.print(HelpText.overview)
      return 0
    }
    if name == "--version" {
      Terminal.print("tondo \(Version.current)")
      return 0
    }
    guard let command = Command(rawValue: name) else {
      throw .usage(
        Usage.unknown(
          "command", escaped(words[0]), nearest: nearest(to: name, among: Command.allCases.map(\.rawValue))))
    }
    return try await command.run(words.dropFirst())
  }
}
