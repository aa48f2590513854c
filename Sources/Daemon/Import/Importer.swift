internal import Files
internal import Importing
internal import Ledger
internal import Model

/// Takes all rows of some sources through, one after the other: first they are counted, and ids that come twice are found;
/// then each is compared with what is there, handed over where it is news, and followed to its end.
///
/// Only so many wait in the inbox at once. All calls block; for one thread.
final class Importer {
  struct Plan: Sendable {
    var sources: [ImportSource]
    /// Of several rows with one id the last holds; else all of them are bad.
    var lastWins = false
    /// Compare all, and hand over nothing.
    var dryRun = false
  }

  /// What an import has to do with others.
  struct Company: Sendable {
    var stopWish = StopWish()
    /// Whether somebody works on the root.
    var isAttended: @Sendable () -> Bool = { true }
    var tell: @Sendable (ImportNews) -> Void = { _ in }
  }

  /// As many files as may wait in the inbox.
  static let mostWaiting = 512

  let delivery: Delivery
  let plan: Plan
  let company: Company
  var tally = ImportTally()
  var pending: [Pending] = []
  /// Of the photos that wait.
  var bytes = 0
  /// Where the next look at those begins that came later.
  private var cursor = 0
  private static let looks = 32
  var index: RowIndex?
  var pace = Pace()
  /// What the disk has refused last; nil once something has ended since.
  var paused: Int32?

  init(_ delivery: Delivery, _ plan: Plan, _ company: Company) {
    self.delivery = delivery
    self.plan = plan
    self.company = company
  }

  /// It was asked to stop.
  struct Stopped: Error {}

  func run() throws(CommandProblem) -> ImportTally {
    defer { delivery.drafts.end() }
    do {
      try survey()
      company.tell(.begins(tally))
      do { try work() } catch let problem as CommandProblem {
        // What was handed over before is not forgotten.
        try drain()
        throw problem
      }
      try drain()
    } catch is Stopped {
      tally.isStopped = true
    } catch { throw CommandProblem(error) }
    tally.waiting = pending.count
    return tally
  }

  // MARK: Counting

  private func survey() throws {
    let index = try RowIndex()
    var number = 0
    for (place, source) in plan.sources.enumerated() {
      let reader = try delivery.caller.reading(source.open)
      while let result = try next(reader, NoSink(), of: source) {
        tally.total += 1
        if case .row(let row) = result {
          let position = RowIndex.Position(number: number, source: place, line: row.line, path: row.path)
          try index.add(row.id, position)
          number += 1
        }
        if pace.isDue { company.tell(.counting(tally.total)) }
      }
      for remark in reader.remarks { company.tell(.remark(source: source.name, remark)) }
    }
    self.index = index.hasClashes ? index : nil
  }

  private func next(
    _ reader: any RowReader, _ sink: any PhotoSink, of source: ImportSource
  ) throws -> RowResult? {
    if company.stopWish.isExpressed { throw Stopped() }
    let result = try delivery.caller.reading { () throws(CommandProblem) in try reader.next(into: sink) }
    guard case .row(var row) = result, let id = AvatarID(source.folder.appending(row.id.path)) else {
      return result
    }
    row.id = id
    return .row(row)
  }

  // MARK: Working

  private func work() throws {
    let photos = EnclosedPhotos(plan.dryRun ? nil : delivery.drafts, limit: delivery.largest) {
      step throws(CommandProblem) in
      // The reader reads as the caller, and what it reads is kept as the owner's.
      try self.delivery.caller.working { () throws(CommandProblem) in try self.patiently(step) }
    }
    var number = 0
    for source in plan.sources {
      let reader = try delivery.caller.reading(source.open)
      while let result = try next(reader, photos, of: source) {
        switch result {
        case .bad(let problem): end(problem, of: source, .failed)
        case .skipped(let problem): end(problem, of: source, .skipped)
        case .row(let row):
          try take(row, of: source, number, photos.take())
          number += 1
        }
        try keepUp()
      }
    }
  }

  private func end(_ problem: RowProblem, of source: ImportSource, _ kind: RowOutcome.Kind) {
    end(
      RowOutcome(
        source: source.name, line: problem.line, id: problem.id, kind, field: problem.field,
        why: problem.explanation))
  }

  private func end(_ outcome: RowOutcome) {
    tally.count(outcome.kind)
    pace.note()
    paused = nil
    company.tell(.row(outcome))
  }

  private func take(_ row: Row, of source: ImportSource, _ number: Int, _ photo: EnclosedPhoto?) throws {
    var outcome = RowOutcome(
      source: source.name, line: row.line, id: row.id.description, .failed, warnings: row.warnings)
    do {
      if let kind = try clash(row.id, number, &outcome) {
        outcome.kind = kind
        return end(outcome)
      }
      try take(try delivery.parcel(row, photo, outcome))
    } catch let failure as RowFailure { fail(outcome, failure) }
  }

  /// Nil where no other row has the id, or this one holds.
  private func clash(_ id: AvatarID, _ number: Int, _ outcome: inout RowOutcome) throws -> RowOutcome.Kind? {
    guard let clash = try index?.clash(id, number: number) else { return nil }
    if plan.lastWins, clash.last.number == number { return nil }
    let place = plan.lastWins ? clash.last : clash.other
    outcome.why = Explanation(
      plan.lastWins ? "import.run.laterRow" : "import.run.twice", ["id": id, "other": told(place)])
    return plan.lastWins ? .skipped : .failed
  }

  private func told(_ position: RowIndex.Position) -> Message {
    let source = plan.sources[position.source].name
    let name = position.path.map { "\(source)/\($0.shown)" } ?? source
    return RowOutcome(source: name, line: position.line, .failed).place
  }

  /// Compares, and hands over; tries again where the disk refuses.
  func take(_ parcel: Parcel) throws {
    do {
      let step = try delivery.step(for: parcel)
      if plan.dryRun, step != .nothing { try delivery.check(parcel) }
      if plan.dryRun || step == .nothing {
        return end(parcel.outcome.ended(step == .nothing ? .unchanged : .imported))
      }
      try waitForRoom(parcel)
      let placed = try placed(parcel, step)
      bytes += parcel.photo?.bytes ?? 0
      pending.append(placed)
    } catch let failure as RowFailure { fail(parcel.outcome, failure) }
  }

  private func placed(_ parcel: Parcel, _ step: ImportStep) throws -> Pending {
    while true {
      do { return try delivery.place(parcel, step) } catch let failure as FileFailure {
        guard !delivery.root.isOnlyThere(failure) else {
          throw RowFailure(failure.folderProblem.explanation)
        }
        try wait(becauseOf: failure)
      }
    }
  }

  func fail(_ outcome: RowOutcome, _ failure: RowFailure) {
    var outcome = outcome.ended(.failed)
    outcome.why = failure.why
    outcome.field = failure.field ?? outcome.field
    end(outcome)
  }

  // MARK: Ends

  /// Looks at what waits, and ends what is done.
  ///
  /// What came first is mostly done first: all others are looked at only now and then, which costs less.
  func poll() throws {
    var waiting: [Pending] = []
    var again: [Parcel] = []
    let turn = cursor..<(cursor + Self.looks)
    cursor = turn.upperBound < pending.count ? turn.upperBound : 0
    for (place, one) in pending.enumerated() {
      guard waiting.count < Self.looks || turn.contains(place) else {
        waiting.append(one)
        continue
      }
      switch try delivery.fate(of: one) {
      case .waiting: waiting.append(one)
      // Whatever became of the other file: this one is still to be compared.
      case .done where one.placed == nil, .failed where one.placed == nil: again.append(one.parcel)
      case .done(let record): succeed(one, record)
      case .failed(let why):
        var outcome = one.parcel.outcome
        outcome.isSetAside = true
        fail(outcome, RowFailure(why))
      }
    }
    pending = waiting
    bytes = waiting.reduce(0) { $0 + ($1.parcel.photo?.bytes ?? 0) }
    for parcel in again { try take(parcel) }
  }

  private func succeed(_ one: Pending, _ record: Record?) {
    delivery.succeeded(one, record)
    var outcome = one.parcel.outcome.ended(.imported)
    outcome.warnings += record?.warnings.map(\.message) ?? []
    end(outcome)
  }
}

extension RowOutcome {
  fileprivate func ended(_ kind: Kind) -> RowOutcome {
    var outcome = self
    outcome.kind = kind
    return outcome
  }
}

extension Row {
  /// Of a folder's file, which has no line.
  fileprivate var path: BytePath? {
    guard line == nil, case .file(_, let path) = photo else { return nil }
    return path
  }
}
