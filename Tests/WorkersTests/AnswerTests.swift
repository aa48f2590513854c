import Files
import Foundation
import Model
import Testing

@testable import Workers

@Suite struct AnswerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var behaviour: String
    var outcome: WorkOutcome
    var testDescription: String { behaviour }
  }

  static let cases = [
    Case(behaviour: "echo a b", outcome: .reply(.same(sha256: "echo a b"))),
    Case(behaviour: "crash", outcome: .died(Message("death.signal.11"))),
    Case(behaviour: "abort", outcome: .died(Message("death.signal.6"))),
    Case(behaviour: "exit 3", outcome: .died(Message("death.exit", ["code": 3]))),
    Case(behaviour: "exit 0", outcome: .died(Message("death.exit", ["code": 0]))),
    Case(behaviour: "close", outcome: .died(Message("death.killed"))),
    Case(behaviour: "garbage", outcome: .unable(.workerProtocol(.verbatim("{\"rendered\": no")))),
    Case(
      behaviour: "huge", outcome: .unable(.workerProtocol(Message("protocol.longLine", ["limit": 1_048_576])))
    ),
    Case(behaviour: "chatter", outcome: .unable(.workerProtocol(Message("protocol.lines")))),
    Case(behaviour: "unable", outcome: .unable(.workerProtocol(.verbatim("version")))),
  ]

  @Test("each behaviour has its outcome, and the next request is answered", arguments: cases)
  func outcome(_ example: Case) throws {
    let test = try TestPool()
    #expect(test.render(example.behaviour) == example.outcome)
    #expect(test.ask("echo next") == "echo next")
  }

  @Test func aRenderingComesBackWhole() throws {
    let test = try TestPool()
    guard case .reply(.rendered(let rendering)) = test.render("render") else {
      Issue.record("no rendering")
      return
    }
    #expect(rendering.original?.format == .jpeg)
  }

  @Test func aWorkerAnswersManyRequests() throws {
    let test = try TestPool()
    let first = test.ask("pid")
    #expect(test.ask("pid") == first)
    #expect(test.pool.status() == WorkerStatus(alive: 1, busy: 0, restarts: 0))
  }

  @Test func aRequestLargerThanTheChannelIsSentWhole() throws {
    let test = try TestPool()
    let name = "echo " + String(repeating: "x", count: 700_000)
    #expect(test.ask(name) == name)
  }

  @Test func aWorkerThatDiedWhileItWaitedIsReplacedUnnoticed() throws {
    let test = try TestPool()
    let first = try #require(Int32(test.ask("pid")))
    // Waits for its end without reaping it, which is the pool's.
    kill(first, SIGKILL)
    var information = siginfo_t()
    waitid(P_PID, id_t(first), &information, WEXITED | WNOWAIT)
    #expect(Int32(test.ask("pid")) != first)
    #expect(test.pool.status() == WorkerStatus(alive: 1, busy: 0, restarts: 1))
  }

  @Test func aMissingExecutableIsTheInstallationsFault() throws {
    let test = try TestPool(executable: Array("/nowhere/tondo-worker".utf8))
    #expect(test.render("echo") == .unable(.workerMissing(.verbatim("/nowhere/tondo-worker"))))
    #expect(test.pool.status() == WorkerStatus())
  }

  @Test func aLibraryThatIsMissingIsTheInstallationsFault() throws {
    let test = try TestPool()
    guard case .unable(.workerMissing) = test.render("exit 127") else {
      Issue.record("the photo was blamed")
      return
    }
  }

  @Test func aMissingFolderIsTheMachinesFault() throws {
    let pool = try WorkerPool(
      executable: WorkerPool.executable(beside: "TestWorker"), folder: Array("/nowhere".utf8), count: 1)
    #expect(
      pool.render(request("echo"), OpenFiles())
        == .unable(.system(doing: .startWorker, path: "/nowhere", number: ENOENT)))
  }
}
