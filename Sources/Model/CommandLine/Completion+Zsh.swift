extension Completion {
  static func zsh(_ language: Language) -> String {
    """
    #compdef tondo
    # How zsh completes the words of tondo. Made by "tondo completion zsh".
    _tondo() {
      local curcontext=$curcontext context state line root=
      typeset -A opt_args
      integer at=${words[(I)--root]}
      (( at )) && root=${words[at + 1]}
      _arguments -C \\
    \(leading.map { "    " + option($0, nil) }.joined(separator: " \\\n")) \\
        '1: :->command' '*:: :->words'
      case $state in
        command)
          local -a commands=(
    \(commands(language))
          )
          _describe -t commands command commands ;;
        words)
          case $line[1] in
    \(Command.allCases.map { arguments($0, language) }.joined(separator: "\n"))
          esac ;;
      esac
    }

    _tondo_ids() {
      local -a ids=(${(f)"$(_call_program ids tondo completion ids ${root:+--root ${(q)root}} -- ${(q)PREFIX} 2>/dev/null)"})
      compadd -a ids
    }

    if [[ $funcstack[1] == _tondo ]]; then _tondo "$@"; else compdef _tondo tondo; fi

    """
  }

  private static func commands(_ language: Language) -> String {
    Command.allCases.map { command in
      "        \(quoted("\(command.rawValue):\(HelpPage(command, in: language).summary)"))"
    }.joined(separator: "\n")
  }

  private static func arguments(_ command: Command, _ language: Language) -> String {
    let said = HelpPage(command, in: language).options
    let words =
      command.allOptions.map { option($0, said[$0.name]) }
      + operands(command.operands)
    return "        \(command.rawValue))\n          _arguments \\\n"
      + words.map { "            \($0)" }.joined(separator: " \\\n") + " ;;"
  }

  private static func option(_ option: CommandOption, _ said: String?) -> String {
    let said = said.map { "[\(escaped($0))]" } ?? ""
    return switch option.value {
    case nil: quoted("--\(option.name)\(said)")
    case .file: quoted("--\(option.name)=\(said):file:_files")
    case .folder: quoted("--\(option.name)=\(said):folder:_files -/")
    case .words(let known): quoted("--\(option.name)=\(said):value:(\(known.joined(separator: " ")))")
    case .text: quoted("--\(option.name)=\(said):value: ")
    }
  }

  private static func operands(_ operands: Command.Operands) -> [String] {
    switch operands {
    case .none: []
    case .files: ["'*:file:_files'"]
    case .ids: ["'*:id:_tondo_ids'"]
    case .word(let known): [quoted("1:word:(\(known.joined(separator: " ")))")]
    case .wordAndIDs(let known):
      [quoted("1:word:(\(known.joined(separator: " ")))"), "'*:id:_tondo_ids'"]
    }
  }

  /// What ends a description, or parts it from what follows.
  private static func escaped(_ text: String) -> String {
    String(text.flatMap { "[]:\\".contains($0) ? "\\\($0)" : "\($0)" })
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.flatMap { $0 == "'" ? "'\\''" : "\($0)" } + "'"
  }
}
