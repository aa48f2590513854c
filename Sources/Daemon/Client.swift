internal import Files
internal import Ledger
internal import Glibc
package import Model
internal import Publishing

/// Has requests carried out: by the daemon that works on the root, else by itself.
package struct Client: Sendable {
  let root: [UInt8]

  package init(root: [UInt8]) { self.root = root }

  /// How long the daemon is waited for.
  static let patience = Duration.seconds(60)

  package func perform(_ request: Request) async throws(CommandProblem) -> Answer {
    let site: Site
    do throws(CommandProblem) { site = try Site.claim(root) } catch {
      guard case .locked = error else { throw error }
      return try await ask(request)
    }
    let answer = try await performHere(request, site.root)
    site.release()
    return answer
  }

  private func performHere(_ request: Request, _ root: Root) async throws(CommandProblem) -> Answer {
    let file = SettingsFile(root: root, named: nil)
    let settings = (try? file.read()) ?? Settings()
    do {
      let scheduler = Scheduler(
        root: root, ledger: try OpenLedger.writable(root), settings: settings, file: file,
        log: Log(style: .silent))
      try await scheduler.start()
      let answer = try await scheduler.answer(request)
      await scheduler.stop()
      return answer
    } catch let failure as FileFailure {
      throw .node(failure.problem)
    } catch let failure as LedgerFailure {
      throw .ledger(failure.english.problem)
    } catch { throw .ledger("\(error)") }
  }

  /// Leaves the request where the daemon looks, and waits for its answer.
  private func ask(_ request: Request) async throws(CommandProblem) -> Answer {
    let root = try Site.open(root)
    let name = Places.requests.appending("\(getpid())".utf8)
    do throws(FileFailure) {
      // An answer that an earlier process of this number did not wait for.
      try root.remove(name.folder.appending(name.name + Array(Scheduler.answerSuffix.utf8)))
      let draft = name.folder.appending(name.name + Array("~".utf8))
      try root.remove(draft)
      try root.create(draft, (try? Wire.line(request)) ?? [], mode: Mode.own)
      try root.rename(draft, to: name.folder.appending(name.name + Array(Scheduler.requestSuffix.utf8)))
    } catch { throw .node(error.problem) }
    return try await answer(root, name.folder.appending(name.name + Array(Scheduler.answerSuffix.utf8)))
  }

  private func answer(_ root: Root, _ path: BytePath) async throws(CommandProblem) -> Answer {
    let deadline = ContinuousClock.now + Self.patience
    while ContinuousClock.now < deadline {
      do {
        if let read = try root.read(path, atMost: 1 << 20) {
          try root.remove(path)
          return try Wire.value(Answer.self, from: read.bytes)
        }
        try await Task.sleep(for: .milliseconds(20))
      } catch let failure as FileFailure {
        throw .node(failure.problem)
      } catch { throw .noAnswer("\(error)") }
    }
    throw .noAnswer("after \(Self.patience)")
  }
}
