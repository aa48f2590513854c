import Foundation
import Model
import Testing

@testable import Ledger

@Suite struct QueueTests {
  let folder: TemporaryFolder
  let ledger: Ledger

  init() throws {
    folder = try TemporaryFolder()
    ledger = try folder.ledger()
  }

  private func claim(_ name: String = "jane", _ priority: Priority = .arrival) throws -> Claim {
    try ledger.put(try id(name), priority)
    return try #require(try ledger.claim())
  }

  private func state(_ name: String = "jane") throws -> AvatarState? { try ledger.entry(try id(name))?.state }

  @Test func nothingIsClaimedFromAnEmptyQueue() throws {
    #expect(try ledger.claim() == nil)
    #expect(try ledger.counts().isEmpty)
  }

  @Test func aProofWritesNothing() throws {
    try ledger.put(id("jane"), .arrival)
    let log = folder.url.appending(path: "ledger-wal").path
    let before = try #require(FileManager.default.contents(atPath: log))
    for _ in 0..<3 { try ledger.prove() }
    #expect(FileManager.default.contents(atPath: log) == before)
    #expect(try ledger.claim()?.id == id("jane"))
  }

  @Test func theMostUrgentIsClaimedFirstAndTheLongestWaitingOfThose() throws {
    let puts: [(String, Priority)] = [
      ("b", .backfill), ("h", .heal), ("e2", .edit), ("a1", .arrival), ("e1", .edit), ("a0", .arrival),
    ]
    for (name, priority) in puts { try ledger.put(try id(name), priority) }
    var order: [String] = []
    while let claim = try ledger.claim() { order.append(claim.id.text) }
    #expect(order == ["a1", "a0", "e2", "e1", "h", "b"])
  }

  @Test func anIdThatWaitsKeepsItsTurnAndTheMoreUrgentPriority() throws {
    for name in ["first", "second"] { try ledger.put(try id(name), .heal) }
    try ledger.put(try id("first"), .backfill)
    #expect(try ledger.claim()?.id == id("first"))
    try ledger.put(try id("third"), .heal)
    try ledger.put(try id("third"), .arrival)
    #expect(try ledger.claim()?.id == id("third"))
  }

  @Test func theOldestWorkIsToldWhileItWaitsOrIsDone() throws {
    #expect(try ledger.oldestWork() == nil)
    try ledger.put(try id("jane"), .heal)
    let since = try #require(try ledger.oldestWork())
    #expect(abs(Double(since) - Date().timeIntervalSince1970) < 3600)
    try ledger.database.run("UPDATE avatar SET since = 1000")
    try ledger.put(try id("zoe"), .heal)
    try ledger.put(try id("jane"), .arrival)
    #expect(try ledger.oldestWork() == 1000)
    let claim = try #require(try ledger.claim())
    #expect(try ledger.oldestWork() == 1000)
    try ledger.publish(claim, record())
    #expect(try #require(try ledger.oldestWork()) >= since)
  }

  @Test func anIdThatWasReadyTakesThePriorityItIsPutWith() throws {
    try ledger.publish(try claim("jane", .arrival), record())
    try ledger.put(try id("jane"), .backfill)
    #expect(try ledger.entry(try id("jane"))?.priority == .backfill)
  }

  @Test func whatIsPublishedIsReadyAndRemembered() throws {
    let settled = try ledger.publish(try claim(), record())
    let entry = try #require(try ledger.entry(try id("jane")))
    #expect(settled == .settled)
    #expect(entry.state == .ready && entry.record == record() && entry.attempts == 0)
  }

  @Test func anIdPutDuringItsProcessingIsQueuedAgain() throws {
    let ends: [(String, (Claim) throws -> Settlement)] = [
      ("publish", { try ledger.publish($0, record()) }), ("finish", { try ledger.finish($0) }),
      ("hand back", { try ledger.handBack($0) }),
      ("set aside", { try ledger.setAside($0, problem: .verbatim("p"), failedMade: "m") }),
    ]
    for (name, end) in ends {
      let claim = try claim()
      try ledger.attempt(claim)
      try ledger.put(claim.id, .edit)
      #expect(try state() == .processing, "\(name)")
      #expect(try end(claim) == .queuedAgain, "\(name)")
      let entry = try #require(try ledger.entry(claim.id))
      #expect(entry.state == .queued && entry.attempts == 0 && entry.problem == nil, "\(name)")
      #expect(try ledger.claim().map(ledger.handBack) == .settled)
    }
    #expect(try ledger.entry(try id("jane"))?.record == record(), "what was published on the way stays known")
  }

  @Test func aClaimCanBeSettledOnce() throws {
    let claim = try claim()
    #expect(try ledger.finish(claim) == .settled)
    #expect(try ledger.publish(claim, record()) == .void)
    #expect(try ledger.entry(claim.id) == nil)
  }

  @Test func aClaimOnAForgottenIdSettlesNothingEvenOnceItIsBack() throws {
    let old = try claim()
    try ledger.forget(old.id)
    let new = try claim()
    #expect(try ledger.publish(old, record("old")) == .void)
    #expect(try ledger.setAside(old, problem: .verbatim("p"), failedMade: nil) == .void)
    #expect(try ledger.publish(new, record("new")) == .settled)
    #expect(try ledger.entry(old.id)?.record?.made == "new")
  }

  @Test func finishingForgetsAnIdForWhichNothingWasPublished() throws {
    try ledger.finish(try claim())
    #expect(try state() == nil)
    try ledger.publish(try claim(), record())
    try ledger.finish(try claim())
    #expect(try state() == .ready)
  }

  @Test func triesAreCountedUntilTheyAreHandedBack() throws {
    let first = try claim()
    #expect(try ledger.attempt(first) == 1)
    #expect(try ledger.attempt(first) == 2)
    try ledger.recover()
    let second = try #require(try ledger.claim())
    #expect(second.attempts == 2)
    #expect(try ledger.attempt(second) == 3)
    try ledger.handBack(second)
    #expect(try ledger.claim()?.attempts == 2)
  }

  @Test func aHandedBackIdComesBackFirst() throws {
    let first = try claim("first")
    try ledger.put(try id("second"), .arrival)
    try ledger.handBack(first)
    #expect(try ledger.claim()?.id == id("first"))
  }

  @Test func whatIsSetAsideKeepsItsRecordAndReason() throws {
    try ledger.publish(try claim(), record())
    try ledger.setAside(try claim(), problem: .verbatim("too big"), failedMade: "m2")
    let entry = try #require(try ledger.entry(try id("jane")))
    #expect(entry.state == .failed && entry.problem == .verbatim("too big") && entry.failedMade == "m2")
    #expect(entry.record == record())
    #expect(try ledger.claim() == nil)
  }

  @Test func puttingAFailedIdForgetsTheReasonButNotWhatFailed() throws {
    try ledger.setAside(try claim(), problem: .verbatim("too big"), failedMade: "m2")
    try ledger.put(try id("jane"), .edit)
    let entry = try #require(try ledger.entry(try id("jane")))
    #expect(entry.state == .queued && entry.problem == nil && entry.failedMade == "m2")
  }

  @Test func afterACrashWorkIsQueuedAndAnOvertakenTryIsNotCounted() throws {
    let overtaken = try claim("overtaken")
    try ledger.attempt(overtaken)
    try ledger.put(overtaken.id, .edit)
    try ledger.attempt(try claim("plain"))
    #expect(try ledger.recover() == 2)
    #expect(try ledger.counts() == [.queued: 2])
    #expect(try ledger.entry(try id("overtaken"))?.attempts == 0)
    #expect(try ledger.entry(try id("plain"))?.attempts == 1)
    #expect(try ledger.recover() == 0)
  }
}
