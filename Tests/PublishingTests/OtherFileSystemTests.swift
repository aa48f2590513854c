import Files
import Model
import Scratch
import Testing

@testable import Publishing

/// Only where the tests may mount: nothing else makes a second file system below one root.
@Suite("An inbox on another file system")
struct OtherFileSystemTests {
  private func desk() throws -> Desk? {
    var desk = try Desk()
    guard desk.scratch.mountInbox() else { return nil }
    try desk.scratch.write("inbox/jane.jpg", "photo")
    try desk.scratch.write("inbox/jane.gif", "earlier")
    desk.superseded = ["inbox/jane.gif"]
    return desk
  }

  @Test("gives its photos away by copies, the earlier ones, too")
  func publish() throws {
    guard let desk = try desk() else { return }
    try desk.scratch.setTime("inbox/jane.jpg", seconds: 12_000_000_000)
    try desk.publish()
    #expect(desk.scratch.text("originals/jane.jpg") == "photo")
    #expect(desk.scratch.time("originals/jane.jpg") == [12_000_000_000, 0])
    #expect(desk.scratch.mode("originals/jane.jpg") == 0o640)
    #expect(desk.scratch.text("replaced/jane.\(stamp).gif") == "earlier")
    #expect(desk.scratch.files("inbox") == [])
  }

  @Test("loses nothing to a crash at any step")
  func crash() throws {
    for steps in 0..<9 {
      guard let desk = try desk() else { return }
      let publication = try desk.prepare()
      let fuse = Fuse(steps)
      _ = try? Publisher(root: desk.root, pause: { () throws(FileFailure) in try fuse.burn() })
        .carryOut(publication)
      let all = desk.scratch.contents(of: ["inbox", "originals", "replaced"])
      #expect(Set(all.values).isSuperset(of: ["photo", "earlier"]), "after step \(steps)")
      _ = try Publisher(root: desk.root).carryOut(publication)
      #expect(desk.scratch.files("inbox") == [], "after step \(steps)")
    }
  }

  @Test("gives to failed/ and takes back")
  func aside() throws {
    guard let desk = try desk() else { return }
    let keeper = Keeper(root: desk.root)
    let target = try keeper.setAside(path("inbox/jane.jpg"), because: "why", stamp: stamp)
    #expect(target == path("failed/jane.jpg"))
    #expect(desk.scratch.text("failed/jane.jpg") == "photo")
    #expect(desk.scratch.text("inbox/jane.jpg") == nil)
    #expect(try keeper.giveBack(path("failed/jane.jpg")) == path("inbox/jane.jpg"))
    #expect(desk.scratch.text("inbox/jane.jpg") == "photo")
    #expect(desk.scratch.files("failed") == [])
    #expect(desk.scratch.files(".tondo") == [])
  }

  @Test("keeps a link, which nobody can move, and that is no trouble of the node's")
  func link() throws {
    guard let desk = try desk() else { return }
    try desk.scratch.link("inbox/link.jpg", to: "/etc/hostname")
    #expect {
      try Keeper(root: desk.root).setAside(path("inbox/link.jpg"), because: "why", stamp: stamp)
    } throws: { ($0 as? FileFailure)?.isAboutNames ?? false }
    #expect(desk.scratch.files("failed") == [])
  }
}
