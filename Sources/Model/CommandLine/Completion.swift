/// What a shell runs to complete the words of a command line, made from what the commands know.
package enum Completion {
  package static func script(for shell: Shell, in language: Language) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh(language)
    case .fish: fish(language)
    }
  }

  /// Before a command, or alone.
  static let leading: [CommandOption] = Command.common + [CommandOption("version")]
}

extension Command {
  /// With those that all commands have.
  var allOptions: [CommandOption] { options + Self.common }
}
