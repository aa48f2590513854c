import Files
import Foundation
import Model
import Synchronization
import Testing

@testable import Workers

@Suite struct StopTests {
  @Test func aStoppedPoolTakesNoWork() throws {
    let test = try TestPool(count: 2)
    #expect(test.ask("echo") == "echo")
    test.pool.stop(within: .seconds(5))
    #expect(test.render("echo") == .stopped)
    #expect(test.pool.render(request("echo"), retries: 3) { _ in OpenFiles() } == .stopped)
    test.pool.stop(within: .seconds(5))
    #expect(test.pool.status() == WorkerStatus())
  }

  @Test func workThatEndsWithinTheGraceIsAnswered() throws {
    let test = try TestPool()
    let meeting = test.fifo("meeting")
    onThreads(2) { thread in
      if thread == 0 {
        #expect(test.ask("meet meeting") == "meet meeting")
      } else {
        meeting.begun()
        Thread.detachNewThread { meeting.goOn() }
        test.pool.stop(within: .seconds(60))
      }
    }
    #expect(test.pool.status() == WorkerStatus())
  }

  @Test func workThatOutlastsTheGraceIsStopped() throws {
    let test = try TestPool(count: 2)
    let meetings = (0..<2).map { test.fifo("m\($0)") }
    onThreads(3) { thread in
      if thread < 2 {
        #expect(test.render("meet m\(thread)") == .stopped)
      } else {
        for meeting in meetings { meeting.begun() }
        test.pool.stop(within: .milliseconds(50))
        #expect(test.pool.status().alive == 0)
      }
    }
  }

  @Test func aRequestThatWaitsForAWorkerIsStopped() throws {
    let test = try TestPool(count: 1)
    let meeting = test.fifo("meeting")
    onThreads(3) { thread in
      if thread < 2 {
        #expect(test.render("meet meeting") == .stopped)
      } else {
        meeting.begun()
        test.pool.stop(within: .zero)
      }
    }
  }

  @Test func twoMayStopItAtTheSameTime() throws {
    let test = try TestPool(count: 2)
    let meeting = test.fifo("meeting")
    onThreads(2) { thread in
      if thread == 0 {
        #expect(test.render("meet meeting") == .stopped)
      } else {
        meeting.begun()
        onThreads(2) { _ in test.pool.stop(within: .zero) }
      }
    }
    #expect(test.pool.status() == WorkerStatus())
  }
}
