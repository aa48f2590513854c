internal import Files
internal import Model
internal import Synchronization

/// Who makes the avatars of an import: the daemon that works on the root, or one in this process for as long as it takes.
struct Workshop: Sendable {
  /// Nil where a daemon runs.
  private let own: Own?

  private struct Own: Sendable {
    let signals: AsyncStream<Service.Signal>.Continuation
    let service: Task<Result<Bool, CommandProblem>, Never>
  }

  /// Returns once work can be handed over.
  static func open(
    _ path: [UInt8], _ config: [UInt8]?, _ stopWish: StopWish
  ) async throws(CommandProblem) -> Workshop {
    if try isHeld(path) { return Workshop(own: nil) }
    let (signals, sender) = AsyncStream<Service.Signal>.makeStream()
    let (news, teller) = AsyncStream<CommandProblem?>.makeStream()
    var options = Service.Options(root: path, config: config, once: false)
    options.ready = { teller.yield(nil) }
    let ready = options
    let service = Task(executorPreference: TaskThread("tondo.import.service")) {
      () -> Result<Bool, CommandProblem> in
      let result: Result<Bool, CommandProblem>
      do throws(CommandProblem) {
        result = .success(try await Service(ready, log: Log(style: .silent)).run(signals: signals))
      } catch { result = .failure(error) }
      if case .failure(let problem) = result { teller.yield(problem) }
      teller.finish()
      return result
    }
    let workshop = Workshop(own: Own(signals: sender, service: service))
    for await problem in news {
      guard let problem else { return workshop }
      // A daemon was faster.
      if case .locked(_, isBrief: false) = problem { return Workshop(own: nil) }
      throw problem
    }
    return workshop
  }

  private static func isHeld(_ path: [UInt8]) throws(CommandProblem) -> Bool {
    let root = try Site.open(path)
    do throws(FileFailure) {
      guard try RootLock.isHeld(root, at: Places.lock) else { return false }
    } catch { throw .node(error.problem) }
    try Site.refuseLost(root)
    return true
  }

  /// Ends what this process has begun; a daemon goes on.
  func close() async throws(CommandProblem) {
    guard let own else { return }
    own.signals.yield(.stop)
    own.signals.finish()
    _ = try await own.service.value.get()
  }
}
