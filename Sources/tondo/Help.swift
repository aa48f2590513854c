internal import Model

/// Finds the help of a command.
enum Help {
  static let overview = HelpText.overview

  static func of(_ command: Command) -> String {
    switch command {
    case .watch: HelpText.watch
    case .render: HelpText.render
    case .status: HelpText.status
    case .retry: HelpText.retry
    case .remove: HelpText.remove
    case .rename: HelpText.rename
    case .check: HelpText.check
    }
  }
}
