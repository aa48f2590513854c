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

  /// For what only a daemon can do.
  package func refuseWithoutDaemon() throws(CommandProblem) {
    let root = try Site.open(root)
    let isHeld = try problems { () throws(FileFailure) in try RootLock.isHeld(root, at: Places.lock) }
    if !isHeld { throw .noDaemon(escaped(self.root)) }
  }

  /// Leaves the request in the root, where it outlives a crash, and waits until it is carried out: by the daemon, else
  /// by this process.
  package func perform(_ request: Request) async throws(CommandProblem) -> Answer {
    let root = try Site.open(root)
    try problems { () throws(FileFailure) in try root.actAsOwner() }
    if try problems({ () throws(FileFailure) in try root.look(Places.requests) }) == nil {
      try Site.claim(self.root, isBrief: true).release()
    }
    let answer = try problems { () throws(FileFailure) in try leave(request, in: root) }
    return try await fetch(answer, root)
  }

  /// Answers the path that the answer will have.
  private func leave(_ request: Request, in root: Root) throws(FileFailure) -> BytePath {
    let name = Places.requests.appending("\(getpid())".utf8)
    let answer = name.folder.appending(name.name + Array(Scheduler.answerSuffix.utf8))
    // An answer that an earlier process of this number did not wait for.
    try root.remove(answer)
    let draft = name.folder.appending(name.name + Array("~".utf8))
    try root.recreate(draft, (try? Wire.line(request)) ?? [], mode: Mode.own)
    try root.rename(draft, to: name.folder.appending(name.name + Array(Scheduler.requestSuffix.utf8)))
    return answer
  }

  private func fetch(_ path: BytePath, _ root: Root) async throws(CommandProblem) -> Answer {
    let deadline = ContinuousClock.now + Self.patience
    while ContinuousClock.now < deadline {
      let read = try problems { () throws(FileFailure) in try root.read(path, atMost: 1 << 20) }
      if let read {
        try problems { () throws(FileFailure) in _ = try root.remove(path) }
        do { return try Wire.value(Answer.self, from: read.bytes) } catch {
          throw .noAnswer(.verbatim("\(error)"))
        }
      }
      let isHeld = try problems { () throws(FileFailure) in try RootLock.isHeld(root, at: Places.lock) }
      if !isHeld { try await carryOut() }
      try? await Task.sleep(for: .milliseconds(isHeld ? 20 : 0))
    }
    throw .noAnswer(Message("answer.late", ["seconds": Self.patience / .seconds(1)]))
  }

  /// Nobody works here: what was left is done as a daemon would at its start.
  private func carryOut() async throws(CommandProblem) {
    let site: Site
    do throws(CommandProblem) { site = try Site.claim(root, isBrief: true) } catch {
      guard case .locked = error else { throw error }
      return
    }
    let file = SettingsFile(root: site.root, named: nil)
    do {
      let scheduler = Scheduler(
        root: site.root, ledger: try OpenLedger.writable(site.root),
        settings: (try? file.read()) ?? Settings(),
        file: file, log: Log(style: .silent))
      try await scheduler.start()
      await scheduler.stop()
    } catch { throw CommandProblem(error) }
    site.release()
  }

  @discardableResult
  private func problems<Result>(_ body: () throws(FileFailure) -> Result) throws(CommandProblem) -> Result {
    do throws(FileFailure) { return try body() } catch { throw .node(error.problem) }
  }
}
