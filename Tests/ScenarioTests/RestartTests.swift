import Digest
import Foundation
import Glibc
import Testing

/// What happens while Tondo is down, and what it forgets.
@Suite struct RestartTests {
  @Test func `work that waits is done after a restart`() async throws {
    try await scene(daemon: false) { scene in
      for turn in 0..<5 { try scene.root.drop("photo\(turn).png", Picture.fresh()) }
      try await scene.start()
      try await scene.made("photo0")
      scene.daemon?.send(SIGTERM)
      _ = try await scene.daemon?.ended()
      for turn in 5..<10 { try scene.root.drop("photo\(turn).png", Picture.fresh()) }
      try await scene.start()
      try await scene.until("all are made") { scene.root.ids.count == 10 && scene.root.files("inbox") == [] }
      try await scene.idle()
      #expect(scene.root.ids.flatMap(scene.root.faults) == [])
      #expect(scene.count("made in") == 10)
    }
  }

  @Test func `a ledger that was deleted is rebuilt, and nothing is done again`() async throws {
    try await scene { scene in
      for turn in 0..<5 { try scene.root.drop("team/photo\(turn).png", Picture.fresh()) }
      try await scene.until("all are made") { scene.count("made in") == 5 }
      try scene.root.edit("avatars/team/photo0.json", #""scale": 1"#, with: #""scale": 2"#)
      try await scene.made("team/photo0", times: 2)
      try await scene.stop()
      try scene.root.remove(".tondo")
      let before = scene.root.written
      try await scene.start()
      try await scene.status("5 ready, 0 waiting, 0 queued, 0 processing, 0 failed")
      #expect(scene.root.written == before)
      #expect(scene.count("made in") == 6)
      // And it knows them: an edit, the same bytes again, a removed avatar.
      try scene.root.edit("avatars/team/photo1.json", #""scale": 1"#, with: #""scale": 2"#)
      try await scene.made("team/photo1", times: 2)
      try scene.root.drop("team/photo2.png", scene.root.read("originals/team/photo2.png") ?? [])
      try await scene.logged("the same bytes")
      try scene.root.remove("avatars/team/photo3-16.png")
      try await scene.made("team/photo3", times: 2)
    }
  }

  @Test func `an edit made while Tondo was down and its ledger gone is processed`() async throws {
    try await scene { scene in
      for name in ["jane", "john"] { try scene.root.drop("\(name).jpg", Picture.jpeg()) }
      try await scene.made("jane")
      try await scene.made("john")
      try await scene.stop()
      try scene.root.remove(".tondo")
      try scene.root.edit("avatars/jane.json", #""scale": 1"#, with: #""scale": 2"#)
      try await scene.start()
      #expect(try await scene.made("jane", times: 2).crop.size == 60)
      try await scene.idle()
      #expect(scene.count("john: made in") == 1)
    }
  }

  @Test func `everything that happens while Tondo is down is found`() async throws {
    try await scene { scene in
      let names = ["edited", "avatar", "manifest", "replaced", "changed", "gone", "job", "same", "removed"]
      for name in names { try scene.root.drop("\(name).jpg", Picture.jpeg()) }
      try await scene.until("all are made") { scene.count("made in") == names.count }
      try await scene.stop()
      try scene.root.edit("avatars/edited.json", #""scale": 1"#, with: #""scale": 2"#)
      try scene.root.remove("avatars/avatar-32.jpg")
      try scene.root.remove("avatars/manifest.json")
      try scene.root.drop("replaced.jpg", Picture.jpeg())
      try scene.root.write("originals/changed.jpg", Picture.jpeg())
      try scene.root.remove("originals/gone.jpg")
      try scene.root.drop("job.job.json", #"{"scale":3}"#)
      try scene.root.drop("same.jpg", scene.root.read("originals/same.jpg") ?? [])
      try scene.root.drop("removed.job.json", #"{"remove":true}"#)
      try await scene.start()
      try await scene.until("the inbox is empty") { scene.root.files("inbox") == [] }
      for name in ["edited", "avatar", "replaced", "changed", "job"] { try await scene.made(name, times: 2) }
      try await scene.until("the reason lies there") { scene.root.has("avatars/gone.error.txt") }
      try await scene.idle()
      #expect(scene.root.faults("manifest") == [])
      #expect(scene.root.account("edited")?.attributes.scale == 2)
      #expect(scene.root.account("job")?.attributes.scale == 3)
      #expect(!scene.root.has("avatars/removed.json"))
      #expect(scene.count("made in") == names.count + 5)
    }
  }

  @Test(arguments: [true, false])
  func `a root that was restored from a copy makes no work, and its ids can be renamed`(
    _ withLedger: Bool
  ) async throws {
    try await scene { scene in
      for name in ["jane", "john"] { try scene.root.drop("\(name).jpg", Picture.jpeg()) }
      try await scene.made("jane")
      try await scene.made("john")
      try await scene.stop()
      let copy = try Scene(copying: scene)
      if !withLedger { try copy.root.remove(".tondo") }
      try await copy.start()
      try await copy.status("2 ready, 0 waiting, 0 queued, 0 processing, 0 failed")
      try await copy.settled()
      #expect(copy.count(": made in") == 1)
      let renamed = try await copy.tondo("rename", "jane", "team/june")
      #expect(renamed.status == 0, "\(renamed.complained)")
      #expect(copy.root.faults("team/june") == [])
      #expect(copy.root.names("avatars").filter { $0.hasPrefix("jane") } == [])
    }
  }

  @Test func `a second restart does nothing`() async throws {
    try await scene { scene in
      for turn in 0..<3 { try scene.root.drop("photo\(turn).png", Picture.fresh()) }
      try await scene.until("all are made") { scene.count("made in") == 3 }
      let before = scene.root.written
      for _ in 0..<3 {
        try await scene.stop()
        try await scene.start()
        try await scene.idle()
      }
      #expect(scene.root.written == before)
      #expect(scene.count("made in") == 3)
      #expect(scene.count("not made") == 0)
    }
  }
}
