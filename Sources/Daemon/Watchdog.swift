internal import Synchronization

/// Tells that this process works, for as long as each of its parts does.
///
/// A part works when it answers, or when it gets on with what keeps it from answering: that may take as long as it
/// needs. So neither long work is taken for a stop, nor one part's liveliness for the others'.
final class Watchdog: Sendable {
  struct Part: Sendable {
    /// Counts what it has done.
    var steps: @Sendable () -> Int
    /// Has the part itself call back.
    var ask: @Sendable (_ answer: @escaping @Sendable () -> Void) -> Void
  }

  private struct Pulse {
    var isAwaited = false
    var isAlive = false
    var steps = 0
  }

  private struct Round {
    var pulses: [Pulse]
    var isTold = false

    /// True once, when all are alive.
    mutating func isComplete() -> Bool {
      guard !isTold, pulses.allSatisfy(\.isAlive) else { return false }
      isTold = true
      return true
    }
  }

  private let parts: [Part]
  private let tell: @Sendable () -> Void
  private let round: Mutex<Round>

  /// - Parameters:
  ///   - parts: which of them must work.
  ///   - tell: called once a round, as soon as all are seen to.
  init(_ parts: [Part], tell: @escaping @Sendable () -> Void) {
    self.parts = parts
    self.tell = tell
    round = Mutex(Round(pulses: parts.map { Pulse(steps: $0.steps()) }))
  }

  /// Begins another round: asks those that owe no answer, and looks whether the others have got on since.
  func look() {
    let steps = parts.map { $0.steps() }
    let (asked, isComplete) = round.withLock { round in
      var asked: [Int] = []
      round.isTold = false
      for index in parts.indices {
        let pulse = round.pulses[index]
        let isAlive = pulse.isAwaited && pulse.steps != steps[index]
        round.pulses[index] = Pulse(isAwaited: true, isAlive: isAlive, steps: steps[index])
        if !pulse.isAwaited { asked.append(index) }
      }
      return (asked, round.isComplete())
    }
    if isComplete { tell() }
    for index in asked { parts[index].ask { [weak self] in self?.answered(index) } }
  }

  private func answered(_ index: Int) {
    let isComplete = round.withLock { round in
      round.pulses[index].isAwaited = false
      round.pulses[index].isAlive = true
      return round.isComplete()
    }
    if isComplete { tell() }
  }
}
