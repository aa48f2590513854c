import Model
import Testing

@testable import Workers

@Suite struct LimitTests {
  @Test func tooMuchOfTheProcessorIsRefused() throws {
    let test = try TestPool()
    let began = ContinuousClock.now
    #expect(test.render("burn", limits(seconds: 0.3)) == .reply(.refused(.tooSlow(seconds: 0.3))))
    #expect(began.duration(to: .now) >= .milliseconds(300))
    #expect(test.pool.status() == WorkerStatus(alive: 0, busy: 0, restarts: 1))
  }

  @Test func onlyTheRequestsOwnTimeCounts() throws {
    let test = try TestPool()
    for _ in 0..<3 {
      #expect(test.render("work 150", limits(seconds: 0.4)) == .reply(.same(sha256: "work 150")))
    }
    #expect(test.pool.status().restarts == 0)
  }

  @Test func aWorkerThatHangsIsRefusedAfterSixTimesTheLimit() throws {
    let test = try TestPool()
    let began = ContinuousClock.now
    #expect(test.render("hang", limits(seconds: 0.1)) == .reply(.refused(.tooSlow(seconds: 0.1))))
    #expect(began.duration(to: .now) >= .milliseconds(600))
  }

  @Test func tooMuchMemoryIsRefusedEvenWhereItWasGivenBack() throws {
    let test = try TestPool()
    let limit = 200 << 20
    #expect(test.render("eat 300", limits(memory: limit)) == .reply(.refused(.tooMuchMemory(limit: limit))))
    #expect(test.ask("echo next") == "echo next")
  }

  @Test func aWorkerThatGrewPastHalfTheLimitIsRetired() throws {
    let test = try TestPool()
    let first = test.ask("pid")
    #expect(test.render("eat 150", limits(memory: 200 << 20)) == .reply(.same(sha256: "eat 150")))
    #expect(test.pool.status() == WorkerStatus(alive: 0, busy: 0, restarts: 1))
    #expect(test.ask("pid") != first)
  }

  @Test func aWorkerTooLargeForALowerLimitIsRetiredBeforeItWorks() throws {
    let test = try TestPool()
    #expect(test.render("eat 150") == .reply(.same(sha256: "eat 150")))
    let next = test.render("echo", limits(memory: 200 << 20))
    #expect(next == .reply(.same(sha256: "echo")))
    #expect(test.pool.status().restarts == 1)
  }

  @Test func aNumberIsFoundInTheTextOfProc() {
    let text = Array("Name:\tx\nVmPeak:\t  9 kB\nVmHWM:\t   765 kB\n".utf8)
    #expect(WorkerProcess.kibibytes("VmHWM:", in: text[...]) == 765)
    #expect(WorkerProcess.kibibytes("VmSwap:", in: text[...]) == nil)
  }
}
