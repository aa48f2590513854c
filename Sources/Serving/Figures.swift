package import Model

/// What is counted and measured, at one moment.
package struct Figures: Sendable {
  package var counts: Standing.Counts
  /// Since how many seconds that waits which came first; 0 where nothing does.
  package var oldest: Int
  package var workers: Int
  package var busyWorkers: Int
  package var tally: Tally

  package init(counts: Standing.Counts, oldest: Int, workers: Int, busyWorkers: Int, tally: Tally) {
    self.counts = counts
    self.oldest = oldest
    self.workers = workers
    self.busyWorkers = busyWorkers
    self.tally = tally
  }
}

/// What happened since the daemon began to work.
package struct Tally: Hashable, Sendable {
  /// Ids whose avatars were made.
  package var made = 0
  /// Files set aside, and ids that could not be made.
  package var failed = 0
  package var workerDeaths = 0
  /// Seconds from taking a piece of work to its published avatars.
  package var processing = Histogram(upTo: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60])

  package init() {}
}

/// How often a value was at most so large.
package struct Histogram: Hashable, Sendable {
  private(set) var buckets: [Bucket]
  private(set) var sum = 0.0
  private(set) var count = 0

  struct Bucket: Hashable, Sendable {
    var bound: Double
    var count = 0
  }

  package init(upTo bounds: [Double]) { buckets = bounds.map { Bucket(bound: $0) } }

  package mutating func add(_ value: Double) {
    for index in buckets.indices where value <= buckets[index].bound { buckets[index].count += 1 }
    sum += value
    count += 1
  }
}
