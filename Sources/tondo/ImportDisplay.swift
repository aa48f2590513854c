internal import Daemon
internal import Model
internal import Synchronization

/// What people and programs see of an import.
final class ImportDisplay: Sendable {
  private let report: ReportFile?
  private let isQuiet: Bool
  private let isJSON: Bool
  private let state = Mutex(State())

  private struct State {
    var progress = Progress(of: 0)
    var speed = Speed()
    var complaints = 0
    var notes = 0
    var paused: Message?
  }

  /// More failures than these are only counted: the report has them all.
  private static let mostComplaints = 50
  /// The same for what was left out, or understood in spite of something.
  private static let mostNotes = 20

  init(report: ReportFile?, isQuiet: Bool, isJSON: Bool) {
    self.report = report
    self.isQuiet = isQuiet
    self.isJSON = isJSON
  }

  func tell(_ news: ImportNews) {
    state.withLock { state in
      switch news {
      case .counting(let count): show(&state, count, Message("import.run.counting", ["count": count]))
      case .begins(let tally):
        state.progress.clear()
        state.progress = Progress(of: tally.total)
        state.speed.note(0)
      case .row(let outcome): tell(outcome, &state)
      case .progress(let tally): tell(tally, &state)
      case .paused(let why): tell(paused: why, &state)
      case .remark(let source, let remark): tell(remark, of: source, &state)
      }
    }
  }

  func end(_ tally: ImportTally, dryRun: Bool) {
    state.withLock { state in
      state.progress.clear()
      let more = state.complaints - Self.mostComplaints
      if more > 0 { Terminal.note(Message("import.report.more", ["count": more])) }
      let unsaid = state.notes - Self.mostNotes
      if unsaid > 0 { Terminal.note(Message("import.report.unsaid", ["count": unsaid])) }
    }
    if isJSON { event("end", tally.json + [JSONMember("dryRun", JSONValue(.boolean(dryRun)))]) }
    guard !isQuiet, !isJSON else { return }
    Terminal.print(Message(dryRun ? "import.run.dryRun" : "import.run.done", tally.counts))
  }

  private func show(_ state: inout State, _ done: Int, _ text: @autoclosure () -> Message) {
    if !isQuiet, !isJSON { state.progress.show(done, text()) }
  }

  private func event(_ name: String, _ members: [JSONMember]) {
    Terminal.print(JSONValue(.object([JSONMember("event", JSONValue(name))] + members)).line)
  }

  // MARK: News

  private func tell(_ outcome: RowOutcome, _ state: inout State) {
    report?.add(outcome.json(in: Terminal.language).line)
    if isJSON, case .object(let members) = outcome.json(in: .english).content { event("row", members) }
    for note in outcome.notes { tell(outcome.told(note), &state) }
    guard outcome.kind == .failed, let why = outcome.why else { return }
    state.complaints += 1
    guard !isJSON, state.complaints <= Self.mostComplaints else { return }
    state.progress.clear()
    Terminal.complain(outcome.told(why.whole))
  }

  private func tell(_ note: Message, _ state: inout State) {
    guard !isJSON, !isQuiet else { return }
    state.notes += 1
    guard state.notes <= Self.mostNotes else { return }
    state.progress.clear()
    Terminal.note(note)
  }

  private func tell(_ tally: ImportTally, _ state: inout State) {
    report?.flush()
    state.speed.note(tally.done)
    let rate = state.speed.rate
    if isJSON {
      let left = rate.map { JSONValue(((Double(tally.total - tally.done)) / $0).rounded()) }
      event(
        "progress",
        tally.json + [
          JSONMember("rate", rate.map { JSONValue($0) } ?? JSONValue(.null)),
          JSONMember("secondsLeft", left ?? JSONValue(.null)),
        ])
    } else {
      show(&state, tally.done, tally.text(rate))
    }
  }

  private func tell(paused why: Message, _ state: inout State) {
    guard state.paused != why else { return }
    state.paused = why
    if isJSON { return event("paused", [JSONMember("reason", JSONValue(why.text(in: .english)))]) }
    state.progress.clear()
    Terminal.complain(Message("import.run.paused", ["why": why]))
  }

  private func tell(_ remark: Message, of source: String, _ state: inout State) {
    if isJSON {
      let text = JSONValue(remark.text(in: .english))
      return event("remark", [JSONMember("source", JSONValue(source)), JSONMember("text", text)])
    }
    guard !isQuiet else { return }
    state.progress.clear()
    Terminal.note(Message("import.run.remark", ["source": source, "remark": remark]))
  }
}

extension RowOutcome {
  /// What somebody may want to know of a row that is no error.
  fileprivate var notes: [Message] {
    (kind == .skipped ? [why?.problem].compactMap(\.self) : [])
      .map { Message("import.report.skipped", ["why": $0]) } + warnings
  }
}

extension ImportTally {
  fileprivate var counts: [String: any Sayable] {
    ["imported": imported, "unchanged": unchanged, "skipped": skipped, "failed": failed]
  }

  /// With the rate and the time left, where these are known, and failures, where there are any.
  fileprivate func text(_ rate: Double?) -> Message {
    var text = Message("import.run.progress", ["done": done, "total": total])
    if let rate {
      let shown = rate < 10 ? (rate * 10).rounded() / 10 : rate.rounded()
      text = Message(
        "import.run.pace",
        ["progress": text, "rate": shown, "left": Self.left(Double(total - done) / rate)])
    }
    return failed > 0 ? Message("import.run.failed", ["progress": text, "failed": failed]) : text
  }

  private static func left(_ seconds: Double) -> Message {
    let (unit, length) = seconds < 90 ? ("seconds", 1.0) : seconds < 5400 ? ("minutes", 60) : ("hours", 3600)
    return Message("import.run.left.\(unit)", ["count": Int((seconds / length).rounded(.up))])
  }
}
