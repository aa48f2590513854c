import Files
import Model
import Synchronization
import Testing

@testable import Workers

@Suite struct RetryTests {
  @Test(
    "a worker that dies is tried again on fresh ones",
    arguments: [
      (deaths: 0, tries: 1), (deaths: 1, tries: 2), (deaths: 3, tries: 4),
    ])
  func survives(deaths: Int, tries: Int) throws {
    let test = try TestPool()
    var counted: [Int] = []
    let outcome = test.pool.render(request("die \(deaths) counter"), retries: 3) {
      counted.append($0)
      return OpenFiles()
    }
    #expect(outcome == .reply(.same(sha256: "die \(deaths) counter")))
    #expect(counted == Array(1...tries))
  }

  @Test func aPhotoThatKillsEveryWorkerIsRefused() throws {
    let test = try TestPool()
    var tries = 0
    let outcome = test.pool.render(request("crash"), retries: 3) { _ in
      tries += 1
      return OpenFiles()
    }
    let signal = Message("death.signal.11")
    #expect(outcome == .reply(.refused(.workerDied(signal: signal, attempts: 4))))
    #expect(tries == 4)
    #expect(test.pool.status() == WorkerStatus(alive: 0, busy: 0, restarts: 4))
  }

  @Test(
    "a refusal, a limit and the machine's trouble are final at once", arguments: ["echo", "burn", "garbage"])
  func isFinal(behaviour: String) throws {
    let test = try TestPool()
    var tries = 0
    _ = test.pool.render(request(behaviour, limits(seconds: 0.1)), retries: 3) { _ in
      tries += 1
      return OpenFiles()
    }
    #expect(tries == 1)
  }

  @Test func aFreshWorkerIsOneThatHasAnsweredNothing() throws {
    let test = try TestPool()
    let first = test.ask("pid")
    guard case .reply(.same(let second)) = test.render("pid", fresh: true) else {
      Issue.record("no answer")
      return
    }
    #expect(second != first)
    #expect(test.pool.status().alive == 1)
  }
}
