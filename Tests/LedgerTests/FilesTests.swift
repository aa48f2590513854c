import Model
import Testing

@testable import Ledger

@Suite struct FilesTests {
  let folder: TemporaryFolder
  let ledger: Ledger

  init() throws {
    folder = try TemporaryFolder()
    ledger = try folder.ledger()
  }

  @Test func aWaitingFileKeepsItsTimeAndTakesTheNewReason() throws {
    let odd = try #require(BytePath([0xFF, 0x2F, 0x61]))
    try ledger.hold(odd, id: nil, reason: .verbatim("settles"), since: 5)
    try ledger.hold(try path("inbox/a.job.json"), id: try id("a"), reason: .verbatim("no original"), since: 6)
    try ledger.hold(odd, id: nil, reason: .verbatim("truncated"), since: 9)
    #expect(
      try ledger.held() == [
        Held(path: try path("inbox/a.job.json"), id: try id("a"), reason: .verbatim("no original"), since: 6),
        Held(path: odd, id: nil, reason: .verbatim("truncated"), since: 5),
      ])
    try ledger.release(odd)
    #expect(try ledger.held().count == 1)
    try ledger.releaseAll()
    #expect(try ledger.held().isEmpty)
  }

  @Test func jobsThatWaitForKnownIdsAreCounted() throws {
    for file in ["inbox/known.job.json", "inbox/new.job.json"] {
      try ledger.hold(
        try path(file), id: try id(file.contains("new") ? "new" : "known"), reason: .verbatim("no original"),
        since: 6)
    }
    try ledger.hold(
      try path("inbox/known.jpg"), id: try id("known"), reason: .verbatim("truncated"), since: 6)
    #expect(try ledger.jobsHeldForKnown() == 0)
    try ledger.put(try id("known"), .arrival)
    #expect(try ledger.jobsHeldForKnown() == 1)
  }

  @Test func failedFilesAreListedUntilTheyAreGone() throws {
    try ledger.recordFailure(try path("failed/a.jpg"), attempts: 1, problem: .verbatim("empty"))
    try ledger.recordFailure(try path("failed/a.jpg"), attempts: 2, problem: .verbatim("damaged"))
    #expect(
      try ledger.failures() == [
        FailedFile(path: try path("failed/a.jpg"), attempts: 2, problem: .verbatim("damaged"))
      ])
    try ledger.dropFailure(try path("failed/a.jpg"))
    #expect(try ledger.failures().isEmpty)
  }

  @Test func notesAreReplacedAndForgotten() throws {
    try ledger.note("settings", "1")
    try ledger.note("settings", "2")
    try ledger.note("empty", "")
    #expect(try ledger.notes() == ["settings": "2", "empty": ""])
    try ledger.note("settings", nil)
    #expect(try ledger.notes() == ["empty": ""])
  }
}
