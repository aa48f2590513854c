internal import Dispatch
internal import Files
internal import Foundation
internal import Importing
internal import Ledger
package import Model

/// `tondo import`: takes sources into a root, by way of the daemon that works there, else with workers of its own.
package struct Import: Sendable {
  package struct Wish: Sendable {
    /// The root's path.
    package var root: [UInt8]
    /// The settings file, where no daemon runs and it is not the root's own.
    package var config: [UInt8]?
    package var sources: [ImportSource]
    /// Of several rows with one id the last holds; else all of them are bad.
    package var lastWins = false
    /// Check all, and write nothing.
    package var dryRun = false

    package init(root: [UInt8], config: [UInt8]?, sources: [ImportSource]) {
      self.root = root
      self.config = config
      self.sources = sources
    }
  }

  private let wish: Wish

  package init(_ wish: Wish) { self.wish = wish }

  /// Works until all is done, or it is told to stop.
  ///
  /// - Parameters:
  ///   - signals: what is asked from outside.
  ///   - tell: is called on a thread of the import's own.
  /// - Returns: how many rows came to which end.
  /// - Throws: why it cannot begin, or go on.
  package func run(
    signals: AsyncStream<Service.Signal>, tell: @escaping @Sendable (ImportNews) -> Void
  ) async throws(CommandProblem) -> ImportTally {
    let root = try Site.open(wish.root)
    let stopWish = StopWish()
    let listening = Task(executorPreference: TaskThread("tondo.import.signals")) {
      for await signal in signals { if case .stop = signal { _ = stopWish.express() } }
    }
    defer { listening.cancel() }
    if wish.dryRun {
      let company = Importer.Company(stopWish: stopWish, tell: tell)
      return try await imported(root, Caller(), company)
    }
    let caller: Caller
    do throws(FileFailure) { caller = try Caller(steppingDownFor: root) } catch { throw .node(error.problem) }
    return try await imported(root, caller, stopWish, tell)
  }

  private func imported(
    _ root: Root, _ caller: Caller, _ stopWish: StopWish, _ tell: @escaping @Sendable (ImportNews) -> Void
  ) async throws(CommandProblem) -> ImportTally {
    let workshop = try await Workshop.open(wish.root, wish.config, stopWish)
    let company = Importer.Company(
      stopWish: stopWish, isAttended: { (try? RootLock.isHeld(root, at: Places.lock)) ?? true }, tell: tell)
    let tally: ImportTally
    do throws(CommandProblem) { tally = try await imported(root, caller, company) } catch {
      try await workshop.close()
      throw error
    }
    try await workshop.close()
    return tally
  }

  /// On a thread of its own, which may wait.
  private func imported(
    _ root: Root, _ caller: Caller, _ company: Importer.Company
  ) async throws(CommandProblem) -> ImportTally {
    let result: Result<ImportTally, CommandProblem> = await withCheckedContinuation { continuation in
      DispatchQueue(label: "tondo.import").async {
        // So that anybody can tell what an import costs beside the work that it brings.
        Thread.current.name = "tondo.import"
        do throws(CommandProblem) {
          continuation.resume(returning: .success(try importer(root, caller, company).run()))
        } catch { continuation.resume(returning: .failure(error)) }
      }
    }
    return try result.get()
  }

  private func importer(
    _ root: Root, _ caller: Caller, _ company: Importer.Company
  ) throws(CommandProblem) -> Importer {
    let settings = try? SettingsFile(root: root, named: wish.config).read()
    let memory = wish.dryRun ? OpenMemory.readOnly(root) : OpenMemory.writable(root)
    let delivery = Delivery(root, caller, memory: memory, settings: settings ?? Settings())
    if !wish.dryRun {
      do throws(FileFailure) { try Drafts.sweep(root) } catch { throw .node(error.problem) }
    }
    return Importer(
      delivery, .init(sources: wish.sources, lastWins: wish.lastWins, dryRun: wish.dryRun), company)
  }
}
