/// What a command's help says of it and of its options, piece by piece.
struct HelpPage {
  /// What the command does, in a line.
  let summary: String
  /// By option, without its dashes.
  let options: [String: String]

  init(_ command: Command, in language: Language) {
    let lines = HelpText.of(command.rawValue).text(in: language).split(
      separator: "\n", omittingEmptySubsequences: false)
    summary = lines.count > 2 ? String(lines[2]) : ""
    options = Dictionary(lines.compactMap(Self.option)) { first, _ in first }
  }

  /// `  --out DIR  where to` as `out` and `where to`.
  private static func option(_ line: Substring) -> (String, String)? {
    guard line.hasPrefix("  --") else { return nil }
    let words = line.dropFirst(4)
    let name = words.prefix { $0 != " " && $0 != "=" }
    // Two spaces part the words of the option from what is said of it.
    guard
      let gap = zip(words.indices, words.indices.dropFirst()).first(where: {
        words[$0] == " " && words[$1] == " "
      })
    else { return nil }
    return (String(name), String(words[gap.1...].drop { $0 == " " }))
  }
}
