extension Completion {
  static var bash: String {
    """
    # How bash completes the words of tondo. Made by "tondo completion bash".
    _tondo() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= root= i
      # --option=value comes as three words.
      if [[ $word == = ]]; then word=
      elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
          --root) root=${COMP_WORDS[i + 1]} ;;
          \(commands.joined(separator: " | "))) command=${command:-${COMP_WORDS[i]}} ;;
        esac
      done
      COMPREPLY=()
      case "$command $before" in
    \(values)
      esac
      if [[ $word == -* ]]; then
        case $command in
    \(options)
        esac
        return
      fi
      case $command in
    \(operands)
      esac
    }

    _tondo_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }

    _tondo_files() {
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen "$1" -- "$word")
    }

    _tondo_ids() {
      compopt -o filenames
      mapfile -t COMPREPLY < <("${COMP_WORDS[0]}" completion ids ${root:+--root "$root"} -- "$word" 2>/dev/null)
    }

    # The first word is one of these; ids follow.
    _tondo_word_and_ids() {
      local given
      for given in "${COMP_WORDS[@]:2:COMP_CWORD - 2}"; do
        if [[ " $1 " == *" $given "* ]]; then _tondo_ids; return; fi
      done
      _tondo_words "$1"
    }

    complete -F _tondo tondo

    """
  }

  private static let commands = Command.allCases.map(\.rawValue)

  private static func words(_ words: [String]) -> String {
    "_tondo_words \"\(words.joined(separator: " "))\""
  }

  /// What to offer behind an option.
  private static var values: String {
    let pairs =
      Command.allCases.flatMap { command in command.allOptions.map { (command.rawValue, $0) } }
      + leading.map { ("", $0) }
    let places = Dictionary(grouping: pairs.filter { $0.1.value != nil }) { $0.1 }
    return places.sorted { $0.key.name < $1.key.name }.compactMap { option, places in
      guard let value = option.value else { return nil }
      let patterns = places.map { "\"\($0.0) --\(option.name)\"" }.joined(separator: " | ")
      return "    \(patterns)) \(action(value)) return ;;"
    }.joined(separator: "\n")
  }

  private static func action(_ value: CommandOption.Value) -> String {
    switch value {
    case .file: "_tondo_files -f;"
    case .folder: "_tondo_files -d;"
    case .words(let known): words(known) + ";"
    case .text: ""
    }
  }

  private static var options: String {
    let lines = Command.allCases.map { command in
      "      \(command.rawValue)) \(words(command.allOptions.map { "--\($0.name)" })) ;;"
    }
    return (lines + ["      *) \(words(leading.map { "--\($0.name)" })) ;;"]).joined(separator: "\n")
  }

  private static var operands: String {
    let lines = Command.allCases.compactMap { command in
      operands(command).map { "    \(command.rawValue)) \($0) ;;" }
    }
    return (lines + ["    \"\") \(words(commands)) ;;"]).joined(separator: "\n")
  }

  private static func operands(_ command: Command) -> String? {
    switch command.operands {
    case .none: nil
    case .files: "_tondo_files -f"
    case .ids: "_tondo_ids"
    case .word(let known): words(known)
    case .wordAndIDs(let known): "_tondo_word_and_ids \"\(known.joined(separator: " "))\""
    }
  }
}
