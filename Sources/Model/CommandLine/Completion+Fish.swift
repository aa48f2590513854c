extension Completion {
  static func fish(_ language: Language) -> String {
    let head = [
      "# How fish completes the words of tondo. Made by \"tondo completion fish\".",
      "function __tondo_ids",
      "  set -l root (string match -r -- '--root[ =](\\S+)' (commandline -p))[2]",
      "  set -q root[1]; and set root --root $root",
      "  tondo completion ids $root -- (commandline -ct) 2>/dev/null",
      "end",
      "complete -c tondo -f",
    ]
    let commands = Command.allCases.map { command in
      "complete -c tondo -n __fish_use_subcommand -a \(command.rawValue)"
        + " -d \(quoted(HelpPage(command, in: language).summary))"
    }
    let leading = leading.map { "complete -c tondo -n __fish_use_subcommand" + option($0, nil) }
    return (head + commands + leading + Command.allCases.flatMap { lines($0, language) })
      .joined(separator: "\n") + "\n"
  }

  private static func lines(_ command: Command, _ language: Language) -> [String] {
    let start = "complete -c tondo -n '__fish_seen_subcommand_from \(command.rawValue)'"
    let said = HelpPage(command, in: language).options
    let options = command.allOptions.map { start + option($0, said[$0.name]) }
    return options + operands(command.operands).map { start + $0 }
  }

  private static func option(_ option: CommandOption, _ said: String?) -> String {
    let words = " -l \(option.name)" + (said.map { " -d \(quoted($0))" } ?? "")
    return switch option.value {
    case nil: words
    case .file: words + " -rF"
    case .folder: words + " -xa '(__fish_complete_directories)'"
    case .words(let known): words + " -xa \(quoted(known.joined(separator: " ")))"
    case .text: words + " -x"
    }
  }

  private static func operands(_ operands: Command.Operands) -> [String] {
    switch operands {
    case .none: []
    case .files: [" -F"]
    case .ids: [" -a '(__tondo_ids)'"]
    case .word(let known): [" -a \(quoted(known.joined(separator: " ")))"]
    case .wordAndIDs(let known):
      [" -a \(quoted(known.joined(separator: " ")))", " -a '(__tondo_ids)'"]
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.flatMap { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" } + "'"
  }
}
