import Foundation
import Model
import Testing

@testable import Workers

/// In processes of their own, so that neighbours don't disturb the counts.
@Suite struct LeakTests {
  @Test func neitherDescriptorsNorChildrenAreLeft() async {
    await #expect(processExitsWith: .success) {
      let before = Descriptors()
      for _ in 0..<Descriptors.rounds { try misbehave() }
      precondition(Descriptors().hasNotGrown(since: before))
      precondition(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD, "a child is left")
    }
  }

  @Test func failuresToStartLeaveNothing() async {
    await #expect(processExitsWith: .success) {
      let before = Descriptors()
      for _ in 0..<Descriptors.rounds {
        let test = try TestPool(executable: Array("/nowhere".utf8))
        for _ in 0..<8 { _ = test.render("echo") }
      }
      precondition(Descriptors().hasNotGrown(since: before))
      precondition(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD, "a child is left")
    }
  }

  @Test func theCounterSeesWhatIsOpen() async {
    await #expect(processExitsWith: .success) {
      let before = Descriptors()
      let test = try TestPool()
      precondition(test.ask("echo") == "echo")
      precondition(!Descriptors().hasNotGrown(since: before))
    }
  }

  @Test func aDeadWorkerDoesNotKillUsWithItsBrokenPipe() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      let test = try TestPool()
      let large = "exit 0 " + String(repeating: "x", count: 4_000_000)
      precondition(test.render("close") == .died(Message("death.killed")))
      precondition(test.render(large) == .died(Message("death.exit", ["code": 0])))
    }
  }
}

/// The descriptors that this process has open: of the kinds that only workers bring, and in all.
struct Descriptors {
  static let rounds = 12

  private var ofWorkers = 0
  private var all = 0

  init() {
    for number in 0..<512 {
      guard let kind = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
      else { continue }
      all += 1
      if kind.hasPrefix("socket:") || kind.hasSuffix("[pidfd]") { ofWorkers += 1 }
    }
  }

  /// Dispatch opens a few of its own when it pleases: fewer than there were rounds.
  func hasNotGrown(since before: Descriptors) -> Bool {
    ofWorkers == before.ofWorkers && all - before.all < Self.rounds
  }
}

func misbehave() throws {
  let test = try TestPool(count: 2)
  for behaviour in ["echo", "crash", "exit 3", "garbage", "chatter", "close", "eat 150"] {
    _ = test.render(behaviour, limits(memory: 200 << 20))
  }
  _ = test.render("hang", limits(seconds: 0.02))
  onThreads(4) { _ in _ = test.render("echo") }
  test.pool.resize(1)
}
