internal import Foundation
internal import Model

extension Command {
  /// Runs with what follows the command; answers the exit code.
  func run(_ words: ArraySlice<[UInt8]>) async throws(CommandProblem) -> Int32 {
    let arguments = try Arguments(words, options: options)
    if arguments.has("help") {
      Terminal.print(HelpText.of(rawValue))
      return 0
    }
    switch self {
    case .watch: return try await watch(arguments)
    case .render: return try render(arguments)
    case .import: return try await importSources(arguments)
    case .export: return try export(arguments)
    case .status: return try status(arguments)
    case .retry: return try await retry(arguments)
    case .remove: return try await remove(arguments)
    case .rename: return try await rename(arguments)
    case .reload: return try await reload(arguments)
    case .check: return check(arguments)
    case .completion: return try completion(arguments)
    }
  }

  /// `--root`, else `$TONDO_ROOT`, else `$STATE_DIRECTORY`, else `/var/lib/tondo`; absolute.
  func root(_ arguments: Arguments) -> [UInt8] {
    let state = Terminal.environment("STATE_DIRECTORY")?.split(separator: ":").first.map(String.init)
    let named = [arguments["root"], Terminal.environment("TONDO_ROOT"), state].compactMap(\.self).first {
      !$0.isEmpty
    }
    return absolute(named ?? "/var/lib/tondo")
  }

  /// A path as the commands that live longer need it: the working folder may go.
  func absolute(_ path: String) -> [UInt8] {
    Array(URL(fileURLWithPath: path).standardizedFileURL.path.utf8)
  }
}
