internal import Model

/// Who works, who waits, who goes.
extension WorkerPool {
  /// The right to use one worker, and that worker where it is there already.
  struct Seat {
    let idle: Idle?
  }

  /// Waits until there is a seat; nil where the pool is stopping.
  func takeSeat(isUrgent: Bool = false) -> Seat? {
    if isUrgent { crew.locked { $0.urgent += 1 } }
    // With this, whoever stood back looks again.
    defer { if isUrgent { crew.locked { $0.urgent -= 1 } } }
    return crew.wait { crew -> Seat?? in
      if crew.isStopping { return .some(nil) }
      guard crew.status.busy < crew.limit, isUrgent || crew.urgent == 0 else { return nil }
      crew.status.busy += 1
      return Seat(idle: crew.idle.popLast())
    }
  }

  /// Gives the seat back, with its worker where that can go on.
  func leave(_ idle: Idle?) {
    let surplus: Idle? = crew.locked { crew in
      crew.status.busy -= 1
      if crew.isStopping && crew.status.busy == 0 { drained.happen() }
      guard let idle else { return nil }
      if crew.isStopping || crew.status.busy + crew.idle.count >= crew.limit { return idle }
      crew.idle.append(idle)
      return nil
    }
    if let surplus { release([surplus], by: .now + Self.farewell) }
  }

  /// The seat's worker, or a new one where there is none, or where it is not fit for this request.
  func worker(from seat: Seat, fresh: Bool, limits: Limits) throws(NodeProblem) -> WorkerProcess {
    if let idle = seat.idle {
      if !fresh && idle.worker.isWaiting && !isTooLarge(idle.peak, limits) { return idle.worker }
      replace(idle.worker)
    }
    let worker = try WorkerProcess(executable, argument, in: folder)
    crew.locked { $0.status.alive += 1 }
    return worker
  }

  /// What a worker once took it may keep: near the limit, the next photo would be refused for the last one.
  func isTooLarge(_ peak: Int, _ limits: Limits) -> Bool { peak > limits.memory / 2 }

  /// Ends a worker that failed or grew too large.
  @discardableResult
  func replace(_ worker: WorkerProcess, by deadline: ContinuousClock.Instant = .now) -> Death {
    let death = worker.end(by: deadline)
    crew.locked {
      $0.status.alive -= 1
      $0.status.restarts += 1
    }
    return death
  }

  /// Lets workers end by themselves, all at the same time.
  func release(_ idle: [Idle], by deadline: ContinuousClock.Instant) {
    for one in idle { one.worker.dismiss() }
    for one in idle { one.worker.end(by: deadline) }
    crew.locked { $0.status.alive -= idle.count }
  }

  /// How long a worker without a request may take to end.
  static let farewell = Duration.seconds(1)
}
