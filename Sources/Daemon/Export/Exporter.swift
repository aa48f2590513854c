internal import Dispatch
internal import Exporting
internal import Files
internal import Glibc
internal import Ledger
package import Model
internal import Synchronization

/// `tondo export`: what is published goes out, from ledger and folders, whether or not a daemon runs.
///
/// In memory that does not grow with the number of ids.
package final class Exporter {
  private let root: Root
  private let ledger: Ledger
  private let wish: ExportWish
  private let composer: ExportComposer
  private let outlet: ExportOutlet
  private var tally = Tally()

  package struct Tally: Sendable {
    /// How many went out.
    package var exported = 0
    package var failed = 0
    /// The exit code of the first that failed.
    package var exitCode: Int32 = 0
    package var done: Int { exported + failed }
  }

  /// - Parameters:
  ///   - path: of an existing root.
  ///   - config: of settings other than the root's.
  ///   - wish: what goes out.
  ///   - target: where to.
  ///   - replacing: what is there already.
  /// - Throws: where nothing can be exported at all.
  package init(
    _ path: [UInt8], config: [UInt8]?, _ wish: ExportWish, to target: ExportTarget, replacing: Bool
  ) throws(CommandProblem) {
    root = try Site.open(path)
    self.wish = wish
    let settings = try SettingsFile(root: root, named: config).read()
    do throws(LedgerFailure) { ledger = try Ledger.openReadOnly(root.withoutLinks(Places.ledger)) } catch {
      if case .missing = error { throw .badData(Explanation("export.run.noLedger", ["path": escaped(path)])) }
      throw CommandProblem(error)
    }
    let images = ExportImages(
      root: root, pools: try Pools(root, settings), settings: settings, wish: wish.image)
    composer = ExportComposer(
      wish: wish, images: images, twins: try Self.twins(wish, ledger))
    outlet = try ExportOutlet(target, besides: root, replacing: replacing)
  }

  /// Stops the workers.
  package func end() { composer.images.pools.stop(within: .zero) }

  /// How many ids there are to export.
  package func count() throws(CommandProblem) -> Int {
    guard wish.ids.isEmpty else { return wish.ids.count }
    do throws(LedgerFailure) { return try ledger.counts().values.reduce(0, +) } catch {
      throw CommandProblem(error)
    }
  }

  /// Exports one after the other; `tell` is given what did not work, and called now and then with how far it is.
  package func run(_ tell: (Tally, [CommandProblem]) -> Void) throws(CommandProblem) -> Tally {
    guard try outlet.add(composer.head) else { return tally }
    var list = ExportList(ledger, wish.ids)
    while let batch = try list.next(atMost: batchLength) {
      var problems: [CommandProblem] = []
      for outcome in outcomes(batch) {
        guard try take(outcome, &problems) else { return tally }
      }
      tell(tally, problems)
    }
    try outlet.finish()
    return tally
  }

  /// Originals are held one at a time.
  private var batchLength: Int { wish.image.withOriginal ? 1 : 8 * Processors.count }

  /// Ids whose files in a folder would have one name, each with another of them.
  private static func twins(_ wish: ExportWish, _ ledger: Ledger) throws(CommandProblem) -> [AvatarID:
    AvatarID]
  {
    guard case .folder = wish.form else { return [:] }
    guard wish.ids.isEmpty else { return NamePattern.twins(among: wish.ids) }
    do throws(LedgerFailure) { return NamePattern.twins(among: try ledger.twins()) } catch {
      throw CommandProblem(error)
    }
  }

  // MARK: One batch

  /// Answers false once nobody wants more.
  private func take(_ outcome: Outcome, _ problems: inout [CommandProblem]) throws(CommandProblem) -> Bool {
    do throws(CommandProblem) {
      let piece = try outcome.get()
      if let name = piece.name {
        try outlet.add(piece.bytes, as: name)
      } else if try !outlet.add(piece.bytes) {
        return false
      }
      tally.exported += 1
    } catch {
      guard error.isOfOneID else { throw error }
      tally.failed += 1
      if tally.exitCode == 0 { tally.exitCode = error.exitCode }
      problems.append(error)
    }
    return true
  }

  private typealias Outcome = Result<ExportComposer.Piece, CommandProblem>

  /// In the order of the batch.
  private func outcomes(_ batch: [ExportList.Item]) -> [Outcome] {
    let tried = Mutex<[Int: Result<ExportComposer.Piece?, CommandProblem>]>([:])
    let composer = composer
    DispatchQueue.concurrentPerform(iterations: batch.count) { index in
      let result = Result { () throws(CommandProblem) in try composer.piece(batch[index]) }
      tried.withLock { $0[index] = result }
    }
    let results = tried.withLock { tried in batch.indices.compactMap { tried[$0] } }
    return zip(batch, results).map { item, result in
      Result { () throws(CommandProblem) in
        if let piece = try result.get() { return piece }
        return try again(item.id)
      }
    }
  }

  /// Something was published, or came, between a look at the ledger and one at the folders.
  private func again(_ id: AvatarID) throws(CommandProblem) -> ExportComposer.Piece {
    for _ in 0..<Self.tries {
      usleep(Self.pause)
      var list = ExportList(ledger, [id])
      if let item = try list.next(atMost: 1)?.first, let piece = try composer.piece(item) { return piece }
    }
    throw .badData(Explanation("export.run.differs", ["id": escaped(id.path.bytes)]))
  }

  private static let tries = 5
  /// Microseconds.
  private static let pause: UInt32 = 100_000
}

extension CommandProblem {
  /// The machine's trouble is not one id's.
  fileprivate var isOfOneID: Bool {
    switch self {
    case .badData, .unknownID, .exists: true
    default: false
    }
  }
}
