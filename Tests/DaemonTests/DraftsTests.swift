import Files
import Model
import Scratch
import Testing

@testable import Daemon

@Suite("Drafts of an import") struct DraftsTests {
  @Test("are made and get their names while a daemon sweeps after imports that are no more")
  func swept() throws {
    let scratch = try Scratch()
    let root = scratch.root
    try meanwhile({ _ = try? Drafts.sweep(root) }) {
      for turn in 0..<200 {
        let drafts = Drafts(root)
        let draft = try drafts.make(mode: Mode.own)
        try draft.add(Array("\(turn)".utf8))
        let name = try #require(BytePath(Array("inbox/\(turn).jpg".utf8)))
        try drafts.place(draft, as: name)
        drafts.end()
        #expect(scratch.text("inbox/\(turn).jpg") == "\(turn)")
      }
    }
  }
}
