import Model
import Testing

@testable import Ledger

@Suite struct RecordTests {
  let folder: TemporaryFolder
  let ledger: Ledger

  init() throws {
    folder = try TemporaryFolder()
    ledger = try folder.ledger()
  }

  private func entry(_ name: String) throws -> Entry? { try ledger.entry(try id(name)) }

  @Test func whatTheFoldersTellIsReadyWithoutWork() throws {
    #expect(try ledger.adopt(try id("jane"), record()))
    #expect(try entry("jane")?.state == .ready)
    #expect(try ledger.claim() == nil)
  }

  @Test func aKnownRecordIsNotReplacedByWhatTheFoldersTell() throws {
    try ledger.adopt(try id("jane"), record("known"))
    #expect(try !ledger.adopt(try id("jane"), record("other")))
    #expect(try entry("jane")?.record?.made == "known")
  }

  @Test func aQueuedIdGetsItsRecordAndStaysQueued() throws {
    try ledger.put(try id("jane"), .arrival)
    #expect(try ledger.adopt(try id("jane"), record()))
    #expect(try entry("jane")?.state == .queued)
    #expect(try entry("jane")?.record == record())
  }

  @Test func keepingReplacesTheRecordAlone() throws {
    #expect(try !ledger.keep(try id("jane"), record()))
    try ledger.adopt(try id("jane"), record("a"))
    try ledger.put(try id("jane"), .heal)
    let before = try #require(try entry("jane"))
    #expect(try ledger.keep(try id("jane"), record("b")))
    var expected = before
    expected.record = record("b")
    #expect(try entry("jane") == expected)
  }

  @Test func anUnreadableEditFailsAndIsCleared() throws {
    try ledger.adopt(try id("jane"), record())
    try ledger.fail(try id("jane"), problem: .verbatim("line 3"))
    #expect(try entry("jane")?.state == .failed)
    #expect(try entry("jane")?.problem == .verbatim("line 3"))
    try ledger.clearProblem(try id("jane"))
    #expect(try entry("jane")?.state == .ready)
    #expect(try entry("jane")?.problem == nil)
  }

  @Test func clearingForgetsAnIdForWhichNothingWasPublished() throws {
    try ledger.fail(try id("jane"), problem: .verbatim("gone"), failedMade: "m")
    try ledger.clearProblem(try id("jane"))
    #expect(try entry("jane") == nil)
  }

  @Test func failingLeavesWhatIsQueuedToItsWorker() throws {
    try ledger.put(try id("jane"), .arrival)
    try ledger.fail(try id("jane"), problem: .verbatim("p"))
    #expect(try entry("jane")?.state == .queued)
    let claim = try #require(try ledger.claim())
    try ledger.fail(claim.id, problem: .verbatim("p"))
    #expect(try ledger.publish(claim, record()) == .queuedAgain)
  }

  @Test func forgettingSaysWhetherThereWasSomething() throws {
    try ledger.adopt(try id("jane"), record())
    #expect(try ledger.forget(try id("jane")))
    #expect(try !ledger.forget(try id("jane")))
  }

  @Test func entriesComeInTheOrderOfTheirBytes() throws {
    let names = ["é", "b/a", "a", "b", "Z", "e\u{301}"]
    for name in names { try ledger.put(try id(name), .heal) }
    let seen = try ledger.entries(after: nil, limit: 100).map(\.id)
    #expect(seen == seen.sorted())
    #expect(seen.count == names.count, "two spellings of é are two ids")
  }

  @Test func entriesOfOneStateAreListed() throws {
    try ledger.put(try id("q"), .heal)
    for name in ["f2", "f1"] { try ledger.fail(try id(name), problem: .verbatim(name)) }
    #expect(try ledger.entries(in: .failed).map(\.id.text) == ["f1", "f2"])
    #expect(try ledger.counts() == [.queued: 1, .failed: 2])
  }
}
