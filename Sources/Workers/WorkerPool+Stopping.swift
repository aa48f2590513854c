internal import Model

extension WorkerPool {
  /// Ends all work: no request is taken any more, and those that run have this long to be answered.
  ///
  /// Afterwards their workers are killed and they give `stopped`. Returns once every worker has ended and every request
  /// has its outcome; a second call changes nothing.
  package func stop(within grace: Duration) {
    let deadline = ContinuousClock.now + grace
    let (idle, busy) = crew.locked { crew in
      crew.isStopping = true
      defer { crew.idle = [] }
      return (crew.idle, crew.status.busy)
    }
    for one in idle { one.worker.dismiss() }
    if busy > 0 { drained.wait(until: deadline) }
    halt.happen()
    crew.wait { $0.status.busy == 0 ? () : nil }
    release(idle, by: max(deadline, .now + Self.blink))
  }

  /// Has this many workers from now on; those that are too many end when they have answered.
  package func resize(_ count: Int) {
    let surplus = crew.locked { crew in
      crew.limit = max(1, count)
      let many = max(0, crew.idle.count + crew.status.busy - crew.limit)
      let surplus = Array(crew.idle.prefix(many))
      crew.idle.removeFirst(surplus.count)
      return surplus
    }
    release(surplus, by: .now + Self.farewell)
  }

  /// How the workers are.
  package func status() -> WorkerStatus { crew.locked { $0.status } }

  /// Even without any grace an idle worker gets the time to end by itself.
  private static let blink = Duration.milliseconds(50)
}
