internal import Files
internal import Importing
internal import Ledger
internal import Model
internal import Publishing

/// Reads books that were dropped into the inbox, one after the other, and hands their photos over as `tondo import` does.
///
/// A book stays in the inbox until each of its entries has come to its end. So after a crash it is read again, and what was
/// done then is found to be there.
struct BookIntake: Sendable {
  let root: Root
  private let stopWish = StopWish()

  init(_ root: Root) { self.root = root }

  /// Ends when the scheduler stops.
  func run(_ scheduler: Scheduler) async {
    // What a daemon that was killed has left; where that cannot be had, it only lies there for longer.
    _ = try? Drafts.sweep(root)
    while let book = await scheduler.nextBook() { await scheduler.ended(book, read(book)) }
  }

  /// What is being read stays for the next start.
  func stop() { _ = stopWish.express() }

  private func read(_ book: Book) -> Book.End {
    do { return try end(book) } catch {
      // Whatever went wrong: somebody has taken it away, or another one is there.
      if let now = try? root.signature(book.path), now == book.signature { return end(because: error) }
      return .changed
    }
  }

  private func end(because error: any Error) -> Book.End {
    switch error {
    case CommandProblem.badData(let why): .refused(why)
    case CommandProblem.node(let problem): .trouble(problem)
    case let failure as FileFailure where root.isOnlyThere(failure):
      .refused(failure.folderProblem.explanation)
    default: .trouble(error)
    }
  }

  private func end(_ book: Book) throws -> Book.End {
    let stamp = Timestamp.now().stamp
    let staging = Places.staging.appending("book-\(stamp)-\(Processors.ownNumber)".utf8)
    try root.makeFolders(staging, mode: Mode.ownFolder)
    defer { _ = try? root.removeTree(staging) }
    let draft = try Draft(root, at: staging.appending("report".utf8), mode: Mode.own)
    let report = BookReport(draft, in: book.settings.lang)
    let tally = try importer(book, report).run()
    if tally.isStopped { return .stopped }
    guard try root.signature(book.path) == book.signature else { return .changed }
    let bad = try report.bad()
    // It is an entry by itself: one that was set aside before, perhaps.
    if tally.total == 1, let why = bad.first?.value { return .refused(why) }
    return try file(book, report, tally, bad, in: staging, stamp)
  }

  private func importer(_ book: Book, _ report: BookReport) -> Importer {
    let delivery = Delivery(root, Caller(), memory: OpenMemory.writable(root), settings: book.settings)
    let below = book.path.below(Places.inbox) ?? book.path
    let source = ImportSource(name: escaped(below.name), folder: below.folder) {
      [root] () throws(CommandProblem) in try Source.open(root, book.path)
    }
    var company = Importer.Company(stopWish: stopWish)
    company.tell = { news in if case .row(let outcome) = news { report.note(outcome) } }
    return Importer(delivery, .init(sources: [source]), company)
  }

  /// Puts all in its place; the book comes last, which begins anew what is not ended.
  private func file(
    _ book: Book, _ report: BookReport, _ tally: ImportTally, _ bad: [Int: Explanation],
    in staging: BytePath, _ stamp: String
  ) throws -> Book.End {
    let keeper = Keeper(root: root)
    let below = book.path.below(Places.inbox) ?? book.path
    let entries = BookEntries(root: root, keeper: keeper, book: book, staging: staging, stamp: stamp)
    let failed = try entries.setAside(bad)
    _ = try keeper.clearEntries(of: below, except: Set(failed.map(\.path)), stamp: stamp)
    try keeper.clearFailed(below, stamp: stamp)
    guard try keeper.retire(book: book.path, report: report.draft, stamp: stamp) else { return .changed }
    try keeper.pruneBooks(below, keep: book.settings.keepReplaced)
    return .read(tally, failed: failed)
  }
}
