import Digest
import Files
import Model
import Scratch
import Synchronization
import Testing

@testable import Publishing

/// What somebody does to the manifest before each of the swap's steps; nil: nothing.
enum Meddling: Sendable {
  case write(String)
  case delete
  case makeFolder
}

@Suite("Swapping a manifest in", .timeLimit(.minutes(10)))
struct ManifestSwapTests {
  /// `old` lies at the path (nil: nothing does), `new` in staging.
  struct Case: CustomTestStringConvertible, Sendable {
    var sentence: String
    var old: String?
    var expected: String? = "old"
    var meddling: [Meddling?] = []
    var text: String?
    var isPublished: Bool
    var testDescription: String { sentence }
  }

  static let cases = [
    Case(sentence: "Nothing was there", old: nil, expected: nil, text: "new", isPublished: true),
    Case(sentence: "The expected text was there", old: "old", text: "new", isPublished: true),
    Case(sentence: "An empty file was there", old: "", text: "new", isPublished: true),
    Case(sentence: "The same text is there already", old: "new", text: "new", isPublished: true),
    Case(sentence: "The same text was expected", old: "new", expected: "new", text: "new", isPublished: true),
    Case(sentence: "An edit came before", old: "edit", text: "edit", isPublished: false),
    Case(
      sentence: "An edit came where nothing was expected", old: "edit", expected: nil, text: "edit",
      isPublished: false),
    Case(
      sentence: "An edit came between the look and the swap", old: "old", meddling: [nil, .write("edit")],
      text: "edit", isPublished: false),
    Case(
      sentence: "An edit came after the swap, before it was judged", old: "edit",
      meddling: [nil, nil, .write("later")],
      text: "later", isPublished: false),
    Case(
      sentence: "Two more edits came while the first was given back", old: "edit",
      meddling: [nil, nil, .write("later"), .write("last")], text: "last", isPublished: false),
    Case(
      sentence: "Three edits, one at each step", old: "old",
      meddling: [.write("one"), .write("two"), .write("three")], text: "three", isPublished: false),
    Case(
      sentence: "It was deleted between look and swap", old: "old", meddling: [nil, .delete], text: "new",
      isPublished: true),
    Case(
      sentence: "It was deleted before the edit was given back", old: "edit", meddling: [nil, nil, .delete],
      text: "edit", isPublished: false),
    Case(
      sentence: "It was deleted before all", old: "old", meddling: [.delete], text: "new", isPublished: true),
    Case(
      sentence: "A folder took its place", old: "old", meddling: [.makeFolder], text: nil, isPublished: false),
  ]

  private func swap(_ scratch: Scratch, expected: String?) -> ManifestSwap {
    ManifestSwap(
      root: scratch.root, staged: path(".tondo/staging/manifest.json"), path: path("avatars/jane.json"),
      new: digest("new"), expected: expected.map(digest))
  }

  private func digest(_ text: String) -> String { SHA256.of(Array(text.utf8)) }

  @Test("keeps the last text that a person wrote", arguments: cases)
  func swap(_ row: Case) throws {
    let scratch = try Scratch()
    try scratch.write(".tondo/staging/manifest.json", "new")
    if let old = row.old { try scratch.write("avatars/jane.json", old) }
    let rest = Mutex(row.meddling)
    var swap = swap(scratch, expected: row.expected)
    swap.pause = { meddle(scratch, rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }) }
    #expect(try swap.run() == (row.isPublished ? .published : .editHolds))
    #expect(scratch.text("avatars/jane.json") == row.text)
    #expect(scratch.files(".tondo/staging") == [])
  }

  /// As an editor does: the whole text at once.
  private func meddle(_ scratch: Scratch, _ meddling: Meddling?) {
    do {
      switch meddling {
      case nil: break
      case .write(let text):
        try scratch.write("draft", text)
        try scratch.move("draft", "avatars/jane.json")
      case .delete: try scratch.remove("avatars/jane.json")
      case .makeFolder:
        try scratch.remove("avatars/jane.json")
        try scratch.makeFolder("avatars/jane.json/inside")
      }
    } catch { Issue.record(error) }
  }

  @Test("ends the same from wherever a crash left it", arguments: cases.filter { $0.meddling.isEmpty })
  func crash(_ row: Case) throws {
    for step in 0..<6 {
      let scratch = try Scratch()
      try scratch.write(".tondo/staging/manifest.json", "new")
      if let old = row.old { try scratch.write("avatars/jane.json", old) }
      let left = Mutex(step)
      var swap = swap(scratch, expected: row.expected)
      swap.pause = { () throws(FileFailure) in
        let isOver = left.withLock { left in
          left -= 1
          return left < 0
        }
        if isOver { throw FileFailure(doing: .write, path: "", number: 0) }
      }
      _ = try? swap.run()
      swap.pause = {}
      #expect(try swap.run() == (row.isPublished ? .published : .editHolds), "step \(step)")
      #expect(scratch.text("avatars/jane.json") == row.text, "step \(step)")
      #expect(scratch.files(".tondo/staging") == [], "step \(step)")
    }
  }

  @Test("run once more when all is done, it answers the same")
  func again() throws {
    let scratch = try Scratch()
    try scratch.write("avatars/jane.json", "new")
    #expect(try swap(scratch, expected: "old").run() == .published)
    try scratch.write("avatars/jane.json", "edit")
    #expect(try swap(scratch, expected: "old").run() == .editHolds)
    try scratch.remove("avatars/jane.json")
    #expect(try swap(scratch, expected: "old").run() == .editHolds)
    #expect(scratch.text("avatars/jane.json") == nil)
  }

  @Test("loses no edit of somebody who saves again and again")
  func busy() throws {
    let scratch = try Scratch()
    for round in 0..<30 {
      try scratch.write(".tondo/staging/manifest.json", "new")
      try scratch.write("avatars/jane.json", "old")
      let last = "edit \(round) 19"
      let counter = Mutex(0)
      var swap = swap(scratch, expected: "old")
      swap.pause = { [self] in
        let turn = counter.withLock { turn in
          turn += 1
          return turn
        }
        if turn < 20 { meddle(scratch, .write("edit \(round) \(turn)")) }
      }
      _ = try swap.run()
      #expect(scratch.text("avatars/jane.json") == last)
    }
  }
}
