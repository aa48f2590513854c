import Model
import Testing

@testable import Ledger

@Suite struct FolderTests {
  let folder: TemporaryFolder
  let ledger: Ledger

  init() throws {
    folder = try TemporaryFolder()
    ledger = try folder.ledger()
  }

  /// All ids of a folder and the folders in it, page by page.
  private func all(_ folder: BytePath, limit: Int) throws -> (ids: [String], folders: [String], pages: Int) {
    var ids: [String] = []
    var folders: [String] = []
    var pages = 0
    var position: Ledger.Position?
    repeat {
      let page = try ledger.page(of: folder, from: position, atMost: limit)
      #expect(page.entries.count <= limit)
      ids += page.entries.map(\.id.text)
      folders += page.folders.map(\.description)
      position = page.next
      pages += 1
    } while position != nil && pages < 1000
    return (ids, folders, pages)
  }

  private static let names = ["a", "a-b/x", "a/m", "a/m/n/o", "a/z", "a0", "b/c/d", "b.c", "z", "é/1", "é"]

  @Test(arguments: [1, 2, 3, 100])
  func aFolderGivesItsOwnIdsAndTheFoldersInIt(_ limit: Int) throws {
    for name in Self.names { try ledger.put(try id(name), .heal) }
    let here = try all(.here, limit: limit)
    #expect(here.ids == ["a", "a0", "b.c", "z", "é"])
    #expect(Set(here.folders) == ["a", "a-b", "b", "é"])
    #expect(here.folders.count == 4)
    let a = try all(try path("a"), limit: limit)
    #expect(a.ids == ["a/m", "a/z"])
    #expect(a.folders == ["a/m"])
    #expect(try all(try path("b"), limit: limit).folders == ["b/c"])
    #expect(try all(try path("nobody"), limit: limit).ids == [])
  }

  @Test func manyIdsComeInPagesAndEachOnce() throws {
    try ledger.transaction { () throws(LedgerFailure) in
      for number in 0..<1000 {
        guard let id = AvatarID("team/n\(number)"), let deeper = AvatarID("team/n\(number)/x") else {
          continue
        }
        try ledger.put(id, .heal)
        if number % 100 == 0 { try ledger.put(deeper, .heal) }
      }
    }
    let found = try all(try path("team"), limit: 256)
    #expect(found.ids.count == 1000)
    #expect(Set(found.ids).count == 1000)
    #expect(found.folders.count == 10)
    #expect(found.pages == 4)
  }

  @Test func whatIsWrittenBetweenTwoPagesDoesNotDisturb() throws {
    for name in ["a", "b", "c"] { try ledger.adopt(try id(name), record()) }
    let first = try ledger.page(of: .here, atMost: 1)
    for name in ["a", "b"] { try ledger.forget(try id(name)) }
    let rest = try ledger.page(of: .here, from: first.next)
    #expect(rest.entries.map(\.id.text) == ["c"])
    #expect(rest.next == nil)
  }
}
