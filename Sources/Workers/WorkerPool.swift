package import Files
package import Model

/// Worker processes, as many as asked for: started when they are needed, watched while they work, replaced when they fail.
///
/// All calls block and may come from any thread. One request occupies one worker. Stop the pool before letting it go.
package final class WorkerPool: Sendable {
  let executable: [UInt8]
  /// What a worker is started with; nil: nothing.
  let argument: String?
  let folder: [UInt8]
  let crew: Gate<Crew>
  /// Whoever still works must stop now.
  let halt: Event
  /// Stopping, and nobody works any more.
  let drained: Event

  struct Crew {
    var limit: Int
    /// What was used last comes last, and is used first: the others may sleep on.
    var idle: [Idle] = []
    var status = WorkerStatus()
    var isStopping = false
    /// Who waits and goes before all others.
    var urgent = 0
  }

  /// A worker without a request, and the most memory it ever took.
  struct Idle {
    let worker: WorkerProcess
    let peak: Int
  }

  /// Makes a pool without workers yet.
  ///
  /// `executable` and `folder`, in which the workers run, are absolute.
  package init(
    executable: [UInt8], argument: String? = nil, folder: [UInt8], count: Int
  ) throws(NodeProblem) {
    self.executable = executable
    self.argument = argument
    self.folder = folder
    crew = Gate(Crew(limit: max(1, count)))
    halt = try Event()
    drained = try Event()
  }

  deinit { stop(within: .zero) }

  /// Lets a worker answer the request; waits for one where all are busy.
  ///
  /// `files` are the open original, then one for each output.
  /// A refusal because of `limits.seconds` or `limits.memory` is final; its worker was killed, so what it was writing
  /// may be there in part. After `died` another try may help, on a fresh worker: one that has answered nothing before.
  package func render(
    _ request: RenderRequest, _ files: borrowing OpenFiles, onFreshWorker fresh: Bool = false,
    isUrgent: Bool = false
  ) -> WorkOutcome {
    guard let line = try? Wire.line(request) else {
      return .unable(.workerProtocol(Message("protocol.unwritable")))
    }
    guard let seat = takeSeat(isUrgent: isUrgent) else { return .stopped }
    do throws(NodeProblem) {
      let worker = try worker(from: seat, fresh: fresh, limits: request.limits)
      let (outcome, idle) = converse(line, files.descriptors, worker, request.limits)
      leave(idle)
      return outcome
    } catch {
      leave(nil)
      return .unable(error)
    }
  }

  /// The same, and where the worker dies again on a fresh one, at most `retries` times; then the photo is refused.
  ///
  /// `opening` is given the number of the try, 1 and up, and gives files in which no earlier one has left anything.
  package func render<Failure>(
    _ request: RenderRequest, retries: Int, isUrgent: Bool = false,
    opening: (Int) throws(Failure) -> OpenFiles
  ) throws(Failure) -> WorkOutcome {
    var attempt = 1
    while true {
      let outcome = render(request, try opening(attempt), onFreshWorker: attempt > 1, isUrgent: isUrgent)
      guard case .died(let signal) = outcome else { return outcome }
      guard attempt <= retries else {
        return .reply(.refused(.workerDied(signal: signal, attempts: attempt)))
      }
      attempt += 1
    }
  }
}
