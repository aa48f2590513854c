/// The commands, and what each knows of options.
package enum Command: String, CaseIterable, Sendable {
  case watch, render, `import`, export, status, retry, remove, rename, reload, check, completion

  /// Those that every command knows.
  package static let common: [CommandOption] = [.help, .lang]

  /// Those of its own, in the order in which its help tells them.
  package var options: [CommandOption] {
    switch self {
    case .watch: [.root, .config, .once, .verbose]
    case .render:
      Self.attributeOptions
        + [.size, .format, .quality, .maxBytes, .outFolder, .force, .dryRun, .json]
    case .import:
      [.root, .config, .photos, .map, .idFrom, .lastWins, .dryRun, .report, .json, .quiet]
    case .export: ExportFormat.allOptions
    case .status: [.root, .json, .failed]
    case .retry: [.root, .all]
    case .remove: [.root, .yes]
    case .rename, .reload, .completion: [.root]
    case .check: [.root, .config]
    }
  }

  private static let attributeOptions: [CommandOption] = [
    .scale, .position, .viewport, .crop, .rotation, .shape, .background,
  ]

  /// What its other words are.
  package var operands: Operands {
    switch self {
    case .watch, .reload: .none
    case .render, .import, .check: .files
    case .export: .wordAndIDs(ExportFormat.allCases.map(\.rawValue))
    case .status, .retry, .remove, .rename: .ids
    case .completion: .word(Shell.allCases.map(\.rawValue))
    }
  }

  /// What a shell can offer for words that are no options.
  package enum Operands: Hashable, Sendable {
    case none, files, ids
    /// One of these.
    case word([String])
    /// One of these, then ids.
    case wordAndIDs([String])
  }
}

/// The shells that are told how to complete a command line.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}
