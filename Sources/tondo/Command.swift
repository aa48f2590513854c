internal import Daemon
internal import Foundation
internal import Model

/// The commands, and what each knows of options.
enum Command: String, CaseIterable {
  case watch, render, status, retry, remove, rename, check

  private var options: [String] {
    switch self {
    case .watch, .check: ["root", "config"]
    case .render: Self.attributeOptions + ["size", "format", "quality", "max-bytes", "out"]
    case .status, .retry, .remove, .rename: ["root"]
    }
  }

  static let attributeOptions = ["scale", "position", "viewport", "crop", "rotation", "shape", "background"]

  private var flags: [String] {
    switch self {
    case .watch: ["once"]
    case .render: ["force", "dry-run", "json"]
    case .status: ["json", "failed"]
    case .retry: ["all"]
    case .remove: ["yes"]
    case .rename, .check: []
    }
  }

  /// Runs with what follows the command; answers the exit code.
  func run(_ words: ArraySlice<[UInt8]>) async throws(CommandProblem) -> Int32 {
    let arguments = try Arguments(words, options: options, flags: flags)
    if arguments.has("help") {
      Terminal.print(Help.of(self))
      return 0
    }
    switch self {
    case .watch: return try await watch(arguments)
    case .render: return try render(arguments)
    case .status: return try status(arguments)
    case .retry: return try await retry(arguments)
    case .remove: return try await remove(arguments)
    case .rename: return try await rename(arguments)
    case .check: return check(arguments)
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
