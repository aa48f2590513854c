package import Model

/// Worker processes, as many as asked for: started when they are needed, watched while they work, replaced when they fail.
///
/// All calls block and may come from any thread. One request occupies one worker. Stop the pool before letting it go.
package final class WorkerPool: Sendable {
  let executable: [UInt8]
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
  }

  /// A worker without a request, and the most memory it ever took.
  struct Idle {
    let worker: WorkerProcess
    let peak: Int
  }

  /// Makes a pool without workers yet.
  ///
  /// `executable` is absolute. `folder` is where the workers run, and what relative paths in requests begin at.
  package init(executable: [UInt8], folder: [UInt8], count: Int) throws(NodeProblem) {
    self.executable = executable
    self.folder = folder
    crew = Gate(Crew(limit: max(1, count)))
    halt = try Event()
    drained = try Event()
  }

  deinit { stop(within: .zero) }

  /// Lets a worker answer the request; waits for one where all are busy.
  ///
  /// A refusal because of `limits.seconds` or `limits.memory` is final; its worker was killed, so what it was writing
  /// may be there in part. After `died` another try may help, on a fresh worker: one that has answered nothing before.
  package func render(_ request: RenderRequest, onFreshWorker fresh: Bool = false) -> WorkOutcome {
    guard let line = try? Wire.line(request) else {
      return .unable(.workerProtocol("a request that cannot be written as JSON"))
    }
    guard let seat = takeSeat() else { return .stopped }
    do throws(NodeProblem) {
      let worker = try worker(from: seat, fresh: fresh, limits: request.limits)
      let (outcome, idle) = converse(line, worker, request.limits)
      leave(idle)
      return outcome
    } catch {
      leave(nil)
      return .unable(error)
    }
  }

  /// The same, and where the worker dies again on a fresh one, at most `retries` times; then the photo is refused.
  ///
  /// `beforeEachTry` is given the number of the try, 1 and up: to count it, and to remove what the last one left.
  package func render(
    _ request: RenderRequest, retries: Int, beforeEachTry: (Int) -> Void
  ) -> WorkOutcome {
    var attempt = 1
    while true {
      beforeEachTry(attempt)
      let outcome = render(request, onFreshWorker: attempt > 1)
      guard case .died(let signal) = outcome else { return outcome }
      guard attempt <= retries else {
        return .reply(.refused(.workerDied(signal: signal, attempts: attempt)))
      }
      attempt += 1
    }
  }
}
