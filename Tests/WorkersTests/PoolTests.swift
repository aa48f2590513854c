import Files
import Foundation
import Model
import Synchronization
import Testing

@testable import Workers

@Suite struct PoolTests {
  @Test func fourThreadsGetTheirOwnAnswers() throws {
    let test = try TestPool(count: 3)
    let wrong = Mutex<[String]>([])
    onThreads(4) { thread in
      for number in 0..<200 {
        let name = "echo \(thread) \(number)"
        let answer = test.ask(name)
        if answer != name { wrong.withLock { $0.append(answer) } }
      }
    }
    #expect(wrong.withLock { $0 } == [])
    let status = test.pool.status()
    #expect((1...3).contains(status.alive) && status.busy == 0 && status.restarts == 0)
  }

  @Test func oneBadPhotoCostsItsNeighboursNothing() throws {
    let test = try TestPool(count: 2)
    let wrong = Mutex<[String]>([])
    onThreads(3) { thread in
      for number in 0..<20 {
        if thread == 0 {
          _ = test.render("crash")
        } else {
          let answer = test.ask("echo \(number)")
          if answer != "echo \(number)" { wrong.withLock { $0.append(answer) } }
        }
      }
    }
    #expect(wrong.withLock { $0 } == [])
    #expect(test.pool.status().restarts == 20)
  }

  @Test func aRequestWaitsForAWorker() throws {
    let test = try TestPool(count: 1)
    let meeting = test.fifo("meeting")
    onThreads(3) { thread in
      switch thread {
      case 0: #expect(test.ask("meet meeting") == "meet meeting")
      case 1: #expect(test.ask("echo") == "echo")
      default:
        meeting.begun()
        meeting.goOn()
      }
    }
    #expect(test.pool.status() == WorkerStatus(alive: 1, busy: 0, restarts: 0))
  }

  @Test func aSmallerPoolLetsIdleWorkersGoAtOnceAndBusyOnesWhenTheyAnswered() throws {
    let test = try TestPool(count: 3)
    let meetings = (0..<3).map { test.fifo("m\($0)") }
    let thread = Thread {
      for meeting in meetings { meeting.begun() }
      test.pool.resize(1)
      for meeting in meetings { meeting.goOn() }
    }
    thread.start()
    onThreads(3) { #expect(test.ask("meet m\($0)") == "meet m\($0)") }
    #expect(test.pool.status() == WorkerStatus(alive: 1, busy: 0, restarts: 0))
    test.pool.resize(0)
    #expect(test.ask("echo") == "echo", "there is always one")
  }

  @Test func aLargerPoolServesThoseWhoWait() throws {
    let test = try TestPool(count: 1)
    let meetings = (0..<2).map { test.fifo("m\($0)") }
    onThreads(3) { number in
      guard number == 2 else {
        #expect(test.ask("meet m\(number)") == "meet m\(number)")
        return
      }
      test.pool.resize(2)
      // Both work at the same time, or this waits for ever.
      for meeting in meetings { meeting.begun() }
      for meeting in meetings { meeting.goOn() }
    }
    #expect(test.pool.status().alive == 2)
  }
}
