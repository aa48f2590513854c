import Foundation
import Model
import Testing

@testable import Ledger

@Suite("What was imported last") struct ImportMemoryTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func known(_ sha256: String?, _ placing: String = "", inode: UInt64 = .max)
    -> ImportMemory.Known
  {
    .init(
      sha256: sha256, placing: placing,
      source: FileSignature(inode: inode, size: 5, modified: -7, changed: 1_764_500_000_123_456_789))
  }

  @Test("is remembered by id, the last time over the one before, also by the next import") func remembered()
    throws
  {
    let memory = try ImportMemory.open(folder.path())
    #expect(try memory.recall(id("jane")) == nil)
    try memory.note(id("jane"), Self.known("a"))
    try memory.note(id("jane"), Self.known(nil, #"{ "scale": 2 }"#))
    try memory.note(id("sales/jane"), Self.known("b", inode: 7))
    let other = try ImportMemory.open(folder.path())
    #expect(try other.recall(id("jane")) == Self.known(nil, #"{ "scale": 2 }"#))
    #expect(try other.recall(id("sales/jane")) == Self.known("b", inode: 7))
    let reader = try #require(try ImportMemory.openReadOnly(folder.path()))
    #expect(try reader.recall(id("jane")) == Self.known(nil, #"{ "scale": 2 }"#))
  }

  @Test("is forgotten with its id, to the last byte") func forgotten() throws {
    do {
      let memory = try ImportMemory.open(folder.path())
      try memory.note(id("zaphod"), Self.known("a"))
      try memory.note(id("arthur"), Self.known("a"))
      try memory.forget(id("zaphod"))
      #expect(try memory.recall(id("zaphod")) == nil)
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    for file in files {
      let bytes = try Data(contentsOf: folder.url.appending(path: file))
      #expect(bytes.range(of: Data("zaphod".utf8)) == nil, "\(file)")
    }
    #expect(try ImportMemory.open(folder.path()).recall(id("arthur")) == Self.known("a"))
  }

  @Test("counts as damaged where the file is none of its") func damaged() throws {
    try Data("This is no database, and never was one.".utf8).write(to: folder.url.appending(path: "ledger"))
    #expect(throws: LedgerFailure.self) { try ImportMemory.open(folder.path()) }
  }
}

@Suite("The ids of rows") struct RowIndexTests {
  private static func position(_ number: Int, source: Int = 0) -> RowIndex.Position {
    .init(number: number, source: source, line: number + 2)
  }

  @Test("clash where one comes twice, and each row is told of another") func clashes() throws {
    let index = try RowIndex()
    for (number, name) in ["a", "b", "a", "c", "a"].enumerated() {
      try index.add(id(name), Self.position(number, source: number / 3))
    }
    #expect(index.hasClashes)
    let (first, second, last) = (Self.position(0), Self.position(2), Self.position(4, source: 1))
    #expect(try index.clash(id("a"), number: 0) == .init(other: second, last: last))
    #expect(try index.clash(id("a"), number: 2) == .init(other: first, last: last))
    #expect(try index.clash(id("a"), number: 4) == .init(other: first, last: last))
    #expect(try index.clash(id("b"), number: 1) == nil)
    #expect(try index.clash(id("d"), number: 9) == nil)
  }

  @Test("do not clash where each comes once, nor by their beginnings or case") func unique() throws {
    let index = try RowIndex()
    for (number, name) in ["a", "A", "a/b", "a/b/c", "ä", "a\u{308}"].enumerated() {
      try index.add(id(name), Self.position(number))
    }
    #expect(!index.hasClashes)
  }

  @Test("are told apart, however many they are") func many() throws {
    let index = try RowIndex()
    for number in 0..<20_000 { try index.add(id("people/\(number % 19_990)"), Self.position(number)) }
    #expect(try index.clash(id("people/9"), number: 9)?.last.number == 19_999)
    #expect(try index.clash(id("people/10"), number: 10) == nil)
  }
}
