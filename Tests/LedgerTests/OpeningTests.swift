import Foundation
import Model
import Testing

@testable import Ledger

@Suite struct OpeningTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func failure(_ body: () throws -> Void) -> LedgerFailure? {
    do { try body() } catch { return error as? LedgerFailure }
    return nil
  }

  @Test func whatWasWrittenIsThereAfterwards() throws {
    do { try folder.ledger().adopt(try id("jane"), record()) }
    #expect(try folder.ledger().entry(try id("jane"))?.record == record())
  }

  @Test func generationsGrowFromOneOpeningToTheNext() throws {
    var generations: [Int] = []
    for _ in 0..<3 {
      let ledger = try folder.ledger()
      try ledger.put(try id("jane"), .heal)
      generations.append(try #require(try ledger.entry(try id("jane"))).generation)
      try ledger.forget(try id("jane"))
    }
    #expect(generations == generations.sorted() && Set(generations).count == 3)
  }

  @Test(
    "a file that is no ledger is damaged",
    arguments: [
      Data("this is a text, long enough to be looked at as a database\n".utf8) + Data(count: 4096),
      Data("SQLite format 3\0".utf8) + Data(repeating: 0xA5, count: 8000),
    ])
  func noLedger(content: Data) throws {
    try content.write(to: folder.url.appending(path: "ledger"))
    guard case .damaged = failure({ _ = try folder.ledger() }) else {
      Issue.record("not seen as damaged")
      return
    }
  }

  @Test func aLinkInItsPlaceIsNotFollowed() throws {
    let elsewhere = folder.url.appending(path: "elsewhere")
    try Data().write(to: elsewhere)
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "ledger"), withDestinationURL: elsewhere)
    guard case .damaged = failure({ _ = try folder.ledger() }) else {
      Issue.record("followed")
      return
    }
    #expect(try Data(contentsOf: elsewhere).isEmpty)
  }

  @Test func damageFoundLaterIsDamage() throws {
    do {
      let ledger = try folder.ledger()
      for number in 0..<200 { try ledger.adopt(try id("n\(number)"), record()) }
    }
    let handle = try FileHandle(forUpdating: folder.url.appending(path: "ledger"))
    try handle.seek(toOffset: 4096)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: 300_000))
    try handle.close()
    let found = failure {
      let ledger = try folder.ledger()
      _ = try ledger.page(of: .here)
    }
    guard case .damaged(let path, _) = found else {
      Issue.record("not seen as damaged: \(String(describing: found))")
      return
    }
    #expect(path.hasSuffix("ledger"))
  }

  @Test func aNewerLedgerIsRefusedWithBothVersions() throws {
    do { try folder.ledger().database.execute("PRAGMA user_version = 99") }
    let expected = LedgerFailure.newer(
      path: String(decoding: folder.path(), as: UTF8.self), found: 99, known: Schema.version)
    #expect(failure { _ = try folder.ledger() } == expected)
    #expect(failure { _ = try Ledger.openReadOnly(folder.path()) } == expected)
  }

  @Test func aLedgerOfTheFirstVersionIsUpdatedAndKeepsItsRows() throws {
    do {
      let ledger = try folder.ledger()
      try ledger.adopt(try id("jane"), record())
      try ledger.database.execute(
        "DROP INDEX original; ALTER TABLE avatar DROP COLUMN since; PRAGMA user_version = 1")
    }
    let ledger = try folder.ledger()
    #expect(try ledger.entry(try id("jane"))?.record == record())
    try ledger.put(try id("jane"), .edit)
    #expect(try ledger.oldestWork() != nil)
  }

  @Test func aFolderThatIsMissingIsTheMachinesTrouble() throws {
    guard case .node(.system(_, _, ENOENT)) = failure({ _ = try Ledger.open(folder.path("no/ledger")) })
    else {
      Issue.record("not seen as missing")
      return
    }
  }

  @Test func aReaderSeesWhatTheWriterCommitted() throws {
    let writer = try folder.ledger()
    let reader = try Ledger.openReadOnly(folder.path())
    try writer.put(try id("jane"), .arrival)
    #expect(try reader.counts() == [.queued: 1])
    guard case .node = failure({ try reader.put(try id("joe"), .arrival) }) else {
      Issue.record("a reader wrote")
      return
    }
  }

  @Test func aLedgerCanBeReadWithoutADaemon() throws {
    do { try folder.ledger().adopt(try id("jane"), record()) }
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/ledger-shm"))
    #expect(try Ledger.openReadOnly(folder.path()).counts() == [.ready: 1])
  }

  @Test func aLedgerThatIsNotThereIsMissingAndNotMade() throws {
    let path = String(decoding: folder.path(), as: UTF8.self)
    #expect(failure { _ = try Ledger.openReadOnly(folder.path()) } == .missing(path: path))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func aTransactionIsKeptWholeOrNotAtAll() throws {
    let ledger = try folder.ledger()
    let thrown = failure {
      try ledger.transaction { () throws(LedgerFailure) in
        try ledger.note("a", "1")
        try ledger.transaction { () throws(LedgerFailure) in try ledger.note("b", "2") }
        throw .refused(code: 0, "stop")
      }
    }
    #expect(thrown == .refused(code: 0, "stop"))
    #expect(try ledger.notes().isEmpty)
    #expect(
      try ledger.transaction { () throws(LedgerFailure) in
        try ledger.note("a", "1"); return 5
      } == 5)
    #expect(try ledger.notes() == ["a": "1"])
  }

  @Test func aFullDiskIsTheMachinesTroubleAndLeavesTheLedgerUsable() throws {
    let ledger = try folder.ledger()
    let pages = try ledger.database.first("PRAGMA page_count") { $0.integer(0) } ?? 0
    // What SQLite says when it may not grow is what it says when the disk is full.
    _ = try ledger.database.first("PRAGMA max_page_count = \(pages + 2)") { $0.integer(0) }
    let found = failure {
      try ledger.transaction { () throws(LedgerFailure) in
        try ledger.note("first", "1")
        try ledger.note("large", String(repeating: "x", count: 100_000))
      }
    }
    guard case .node(.system(_, _, ENOSPC)) = found else {
      Issue.record("not seen as full: \(String(describing: found))")
      return
    }
    #expect(try ledger.notes().isEmpty)
    try ledger.note("small", "1")
  }

  @Test func anotherWriterIsWaitedForAndThenToldAsBusy() throws {
    let first = try folder.ledger()
    let second = try folder.ledger()
    try second.database.execute("PRAGMA busy_timeout = 1")
    let found = failure {
      try first.transaction { () throws(LedgerFailure) in try second.note("a", "1") }
    }
    guard case .node(.system(_, _, EBUSY)) = found else {
      Issue.record("not seen as busy: \(String(describing: found))")
      return
    }
  }

  @Test func pathsAreBytes() throws {
    let path = folder.path("l\u{E4}ger ?mode=ro")
    _ = try Ledger.open(path)
    #expect(FileManager.default.fileExists(atPath: String(decoding: path, as: UTF8.self)))
  }
}
