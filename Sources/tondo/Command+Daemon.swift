internal import Daemon
internal import Model

extension Command {
  func watch(_ arguments: Arguments) async throws(CommandProblem) -> Int32 {
    try refuseRest(arguments)
    let options = Service.Options(
      root: root(arguments), config: arguments["config"].map(absolute), once: arguments.has("once"))
    let style = Log.leadsToJournal ? Log.Style.journal : .terminal(colour: Terminal.showsColour)
    let log = Log(
      style: style, root: options.root, language: Terminal.asked, verbose: arguments.has("verbose"))
    let setAside = try await Service(options, log: log).run(signals: Signals.stream())
    return arguments.has("once") && setAside ? 65 : 0
  }

  func status(_ arguments: Arguments) throws(CommandProblem) -> Int32 {
    let report = try StatusReport(
      root(arguments), ids: arguments.texts(), listFailed: arguments.has("failed"))
    if arguments.has("json") {
      Terminal.print(report.json.text)
    } else {
      for line in report.lines(in: Terminal.language) { Terminal.print(line) }
      if !report.isRunning { Terminal.note(Message("status.noDaemon")) }
    }
    if !report.unknown.isEmpty { throw .unknownID(report.unknown.joined(separator: ", ")) }
    return 0
  }

  func retry(_ arguments: Arguments) async throws(CommandProblem) -> Int32 {
    let ids = try arguments.texts()
    guard ids.isEmpty == arguments.has("all") else { throw .usage(Message("usage.retry")) }
    return try await perform(arguments.has("all") ? [.retryAll] : ids.map { .retry(id: $0) }, arguments)
  }

  func remove(_ arguments: Arguments) async throws(CommandProblem) -> Int32 {
    let ids = try arguments.texts()
    guard !ids.isEmpty else { throw .usage(Message("usage.remove")) }
    let shown = ids.map { escaped($0.utf8) }.joined(separator: ", ")
    guard arguments.has("yes") || Terminal.confirms(Message("command.confirm.remove", ["ids": shown])) else {
      throw .notConfirmed
    }
    return try await perform(ids.map { .remove(id: $0) }, arguments)
  }

  func rename(_ arguments: Arguments) async throws(CommandProblem) -> Int32 {
    let ids = try arguments.texts()
    guard ids.count == 2 else { throw .usage(Message("usage.rename")) }
    return try await perform([.rename(from: ids[0], to: ids[1])], arguments)
  }

  func reload(_ arguments: Arguments) async throws(CommandProblem) -> Int32 {
    try refuseRest(arguments)
    try Client(root: root(arguments)).refuseWithoutDaemon()
    return try await perform([.reload], arguments)
  }

  /// Has requests carried out one after the other; the first failure's exit code is the command's.
  private func perform(_ requests: [Request], _ arguments: Arguments) async throws(CommandProblem) -> Int32 {
    let client = Client(root: root(arguments))
    var exitCode: Int32 = 0
    for request in requests {
      let answer = try await client.perform(request)
      if answer.exitCode == 0 { Terminal.print(answer.text) } else { Terminal.complain(answer.text) }
      if exitCode == 0 { exitCode = answer.exitCode }
    }
    return exitCode
  }

  private func refuseRest(_ arguments: Arguments) throws(CommandProblem) {
    if let word = arguments.rest.first {
      throw .usage(Message("usage.rest", ["command": rawValue, "word": escaped(word)]))
    }
  }
}
