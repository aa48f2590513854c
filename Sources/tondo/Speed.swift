internal import Model

/// How fast something goes, lately.
struct Speed {
  private var samples: [(at: ContinuousClock.Instant, done: Int)] = []

  /// What came before says little of what is to come.
  private static let memory = Duration.seconds(20)

  mutating func note(_ done: Int, at now: ContinuousClock.Instant = .now) {
    samples.append((now, done))
    while samples.count > 2, now - samples[1].at > Self.memory { samples.removeFirst() }
  }

  /// A second; nil while that cannot be told.
  var rate: Double? {
    guard let first = samples.first, let last = samples.last, last.done > first.done else { return nil }
    let seconds = (last.at - first.at) / .seconds(1)
    return seconds >= 1 ? Double(last.done - first.done) / seconds : nil
  }
}
