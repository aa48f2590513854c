import Foundation
import Model
import Testing

@testable import Workers

/// In processes of their own, so that neighbours don't disturb the counts.
@Suite struct LeakTests {
  @Test func neitherDescriptorsNorChildrenAreLeft() async {
    await #expect(processExitsWith: .success) {
      let before = openDescriptors()
      precondition(before.count >= 3, "the counter sees none at all")
      try misbehave()
      precondition(openDescriptors() == before, "\(before) before, now \(openDescriptors())")
      precondition(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD, "a child is left")
    }
  }

  @Test func aDeadWorkerDoesNotKillUsWithItsBrokenPipe() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      let test = try TestPool()
      let large = "exit 0 " + String(repeating: "x", count: 4_000_000)
      precondition(test.render("close") == .died("it closed its output"))
      precondition(test.render(large) == .died("exit code 0"))
    }
  }

  @Test func failuresToStartLeaveNothing() async {
    await #expect(processExitsWith: .success) {
      let before = openDescriptors()
      do {
        let test = try TestPool(executable: Array("/nowhere".utf8))
        for _ in 0..<64 { _ = test.render("echo") }
      }
      precondition(openDescriptors() == before)
      precondition(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD)
    }
  }
}

func misbehave() throws {
  let test = try TestPool(count: 2)
  for behaviour in ["echo", "crash", "exit 3", "garbage", "huge", "chatter", "close", "eat 150", "exit 127"] {
    for _ in 0..<3 { _ = test.render(behaviour, limits(memory: 200 << 20)) }
  }
  _ = test.render("hang", limits(seconds: 0.05))
  onThreads(4) { _ in _ = test.render("echo") }
  test.pool.resize(1)
}
