import Synchronization
import Testing

@testable import Daemon

/// A part that answers only when the test says so.
private final class Patient: Sendable {
  let steps = Atomic(0)
  private let owed = Mutex<[@Sendable () -> Void]>([])

  var part: Watchdog.Part {
    .init(
      steps: { self.steps.load(ordering: .relaxed) },
      ask: { answer in self.owed.withLock { $0.append(answer) } })
  }

  func answer() {
    let owed = owed.withLock { owed in
      defer { owed = [] }
      return owed
    }
    for answer in owed { answer() }
  }

  func step() { steps.add(1, ordering: .relaxed) }

  var questions: Int { owed.withLock { $0.count } }
}

@Suite("Signs of life")
struct WatchdogTests {
  private let one = Patient()
  private let other = Patient()
  private let told = Count()

  private final class Count: Sendable {
    let number = Atomic(0)
    var value: Int { number.load(ordering: .relaxed) }
  }

  private func watchdog() -> Watchdog {
    Watchdog([one.part, other.part]) { [told] in told.number.add(1, ordering: .relaxed) }
  }

  @Test("come once a round, when every part has answered")
  func all() {
    let watchdog = watchdog()
    for round in 1...3 {
      watchdog.look()
      one.answer()
      #expect(told.value == round - 1)
      other.answer()
      #expect(told.value == round)
    }
  }

  @Test("do not come while one part is stuck, however lively the other is")
  func stuck() {
    let watchdog = watchdog()
    for _ in 0..<5 {
      watchdog.look()
      one.step()
      one.answer()
    }
    #expect(told.value == 0)
    #expect(other.questions == 1, "one that owes an answer is not asked again")
    other.answer()
    #expect(told.value == 1, "late is not never")
  }

  @Test("come while a part that owes an answer gets on with its work")
  func busy() {
    let watchdog = watchdog()
    watchdog.look()
    for round in 1...5 {
      one.answer()
      other.step()
      watchdog.look()
      one.answer()
      #expect(told.value == round)
    }
    one.answer()
    watchdog.look()
    one.answer()
    #expect(told.value == 5, "it has stopped getting on")
  }
}
