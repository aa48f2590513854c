internal import Daemon
internal import Model

extension Command {
  func importSources(_ arguments: Arguments) async throws(CommandProblem) -> Int32 {
    guard !arguments.rest.isEmpty else { throw .usage(Message("usage.import")) }
    let columns = try columns(arguments)
    let photos = arguments["photos"].map(absolute)
    let root = root(arguments)
    var wish = Import.Wish(
      root: root, config: arguments["config"].map(absolute),
      sources: arguments.rest.map {
        ImportSource($0, idFrom: arguments["id-from"], columns: columns, photos: photos, besides: root)
      })
    wish.lastWins = arguments.has("last-wins")
    wish.dryRun = arguments.has("dry-run")
    // Before this process gives up any of its rights.
    let report = try arguments["report"].map { path throws(CommandProblem) in
      try ReportFile(path, besides: arguments.rest)
    }
    let display = ImportDisplay(
      report: report, isQuiet: arguments.has("quiet"), isJSON: arguments.has("json"))
    let tally = try await Import(wish).run(signals: Signals.stream()) { display.tell($0) }
    display.end(tally, dryRun: wish.dryRun)
    try report?.close()
    if tally.isStopped { throw .unfinished(stopped(tally)) }
    return tally.failed > 0 ? 65 : 0
  }

  private func stopped(_ tally: ImportTally) -> Explanation {
    Explanation(
      "import.run.stopped", ["done": tally.done, "total": tally.total, "waiting": tally.waiting])
  }

  /// What `--map id=employeeNumber,original=photo` says.
  private func columns(_ arguments: Arguments) throws(CommandProblem) -> [String: String] {
    var columns: [String: String] = [:]
    for word in arguments.all("map").flatMap({ $0.split(separator: ",") }) {
      let halves = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard halves.count == 2 else {
        throw .usage(Message("usage.map", ["word": escaped(word.utf8)]))
      }
      columns[halves[0]] = halves[1]
    }
    return columns
  }
}
