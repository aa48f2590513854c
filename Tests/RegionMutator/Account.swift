import RegionJPEG

/// What became of the copies.
struct Account {
  private(set) var refused = 0
  private(set) var states: [Planes.State: Int] = [:]
  private(set) var slowest = 0.0
  private(set) var slowestCopy = 0

  mutating func add(_ state: Planes.State?, seconds: Double, copy: Int) {
    if let state { states[state, default: 0] += 1 } else { refused += 1 }
    if seconds > slowest { (slowest, slowestCopy) = (seconds, copy) }
  }

  var words: String {
    let counted = [Planes.State.sound, .damaged, .truncated].map { "\(states[$0] ?? 0) \($0)" }
    let milliseconds = Int((slowest * 1000).rounded(.up))
    return "\(counted.joined(separator: ", ")), \(refused) refused; the slowest, copy \(slowestCopy), took "
      + "\(milliseconds) ms"
  }
}
