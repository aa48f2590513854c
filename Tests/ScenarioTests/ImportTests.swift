import Foundation
import Glibc
import Testing

/// `tondo import`, with and without a daemon.
@Suite struct ImportTests {
  private func shelve(_ count: Int, _ scene: Scene) throws -> [String] {
    let names = (0..<count).map { "people/p\($0)" }
    for name in names { try scene.shelve("\(name).jpg", Picture.jpeg()) }
    return names
  }

  @Test(arguments: [true, false]) func `a folder comes in whole, and a second time costs nothing`(
    _ daemon: Bool
  ) async throws {
    try await scene(daemon: daemon) { scene in
      let names = try shelve(12, scene)
      try scene.shelve("broken.jpg", "no photo")
      let shelves = scene.shelves
      let answer = try await scene.importing(scene.library())
      #expect(answer.status == 65, "\(answer.complained)")
      #expect(answer.said == "12 imported, 0 unchanged, 0 skipped, 1 failed\n")
      #expect(answer.complained.contains("broken: this is not a photo"))
      #expect(names.flatMap(scene.root.faults) == [])
      #expect(try scene.outcomes.filter { $0.value == "imported" }.keys.sorted() == names.sorted())
      let broken = try #require(try scene.report.first { $0.id == "broken" })
      #expect(
        broken.outcome == "failed" && broken.remedy?.isEmpty == false && broken.source == scene.library())
      #expect(scene.left == [])

      let written = scene.root.written
      let again = try await scene.importing(scene.library())
      #expect(again.said == "0 imported, 12 unchanged, 0 skipped, 1 failed\n", "\(again.complained)")
      #expect(scene.root.written == written)
      #expect(scene.root.files("replaced") == [] && scene.left == [])
      #expect(scene.shelves == shelves)
      for name in names {
        #expect(scene.root.sha256("originals/\(name).jpg") == scene.root.sha256("../library/\(name).jpg"))
      }
    }
  }

  @Test
  func `what a person changed after an import is not undone by it, and what the source changed is taken`()
    async throws
  {
    try await scene { scene in
      _ = try shelve(3, scene)
      #expect(try await scene.importing(scene.library()).status == 0)
      let scaled = try #require(scene.root.account("people/p0")?.attributes.scale)
      #expect(scaled == 1)
      try scene.root.edit("avatars/people/p0.json", #""scale": 1"#, with: #""scale": 3"#)
      let dropped = Picture.fresh()
      try scene.root.drop("people/p1.png", dropped)
      try await scene.made("people/p0", times: 2)
      try await scene.made("people/p1", times: 2)
      try scene.shelve("people/p2.jpg", Picture.jpeg())
      let answer = try await scene.importing(scene.library())
      #expect(answer.said == "1 imported, 2 unchanged, 0 skipped, 0 failed\n", "\(answer.complained)")
      #expect(scene.root.account("people/p0")?.attributes.scale == 3)
      #expect(scene.root.read("originals/people/p1.png") == dropped)
      #expect(scene.root.sha256("originals/people/p2.jpg") == scene.root.sha256("../library/people/p2.jpg"))
      #expect(try scene.outcomes["people/p2"] == "imported")
    }
  }

  @Test func `an original that was lost comes back, as it was placed`() async throws {
    try await scene { scene in
      let names = try shelve(3, scene)
      #expect(try await scene.importing(scene.library()).status == 0)
      try scene.root.edit("avatars/people/p0.json", #""scale": 1"#, with: #""scale": 3"#)
      try await scene.made("people/p0", times: 2)
      let crop = scene.root.account("people/p0")?.crop
      try scene.root.remove("originals/people/p0.jpg")
      try await scene.status("1 failed")
      let again = try await scene.importing(scene.library())
      #expect(again.said == "1 imported, 2 unchanged, 0 skipped, 0 failed\n", "\(again.complained)")
      #expect(
        names.flatMap(scene.root.faults) == [] && scene.left == [] && scene.root.files("replaced") == [])
      #expect(scene.root.account("people/p0")?.attributes.scale == 3)
      #expect(scene.root.account("people/p0")?.crop == crop)

      try scene.root.remove("originals/people/p0.jpg")
      try await scene.status("1 failed")
      try scene.shelve("people/p0.jsonl", #"{ "id": "people/p0", "scale": 2 }"# + "\n")
      let alone = try await scene.importing(scene.library("people/p0.jsonl"))
      #expect(alone.status == 65 && alone.complained.contains("there is no original of people/p0"))
      try scene.shelve("people/p0.job.json", #"{ "scale": 2 }"#)
      #expect(try await scene.importing(scene.library()).status == 0)
      #expect(scene.root.account("people/p0")?.attributes.scale == 2 && scene.left == [])
      #expect(names.flatMap(scene.root.faults) == [])
      #expect(
        try await scene.importing(scene.library()).said == "0 imported, 3 unchanged, 1 skipped, 0 failed\n")
    }
  }

  @Test func `a folder that has a photo's name in the inbox is told of, and holds up nobody`() async throws {
    try await scene(daemon: false) { scene in
      for name in ["jane.jpg/joe.jpg", "jane.png"] { try scene.shelve(name, Picture.jpeg()) }
      try scene.root.makeFolder("inbox/jane.png")
      let answer = try await scene.importing(scene.library())
      #expect(answer.said == "1 imported, 0 unchanged, 0 skipped, 1 failed\n", "\(answer.complained)")
      #expect(answer.complained.contains("something else is in the way at inbox/jane.png"))
      #expect(scene.root.faults("jane.jpg/joe") == [])
    }
  }

  @Test func `without its memory an import compares with the manifests; a removed id comes in again`()
    async throws
  {
    try await scene(daemon: false) { scene in
      let names = ["arthur", "ford", "zaphod", "people/trillian"]
      for name in names { try scene.shelve("\(name).jpg", Picture.jpeg()) }
      #expect(try await scene.importing(scene.library()).status == 0)
      let written = scene.root.written
      for suffix in ["", "-wal", "-shm"] { try? scene.root.remove(".tondo/imports.sqlite" + suffix) }
      #expect(
        try await scene.importing(scene.library()).said == "0 imported, 4 unchanged, 0 skipped, 0 failed\n")
      #expect(scene.root.written == written)
      try scene.root.write(".tondo/imports.sqlite", "no database at all, but as long as one would be")
      #expect(
        try await scene.importing(scene.library()).said == "0 imported, 4 unchanged, 0 skipped, 0 failed\n")
      #expect(try await scene.tondo("remove", "zaphod", "--yes").status == 0)
      #expect(scene.root.traces(of: "zaphod") == [])
      #expect(
        try await scene.importing(scene.library()).said == "1 imported, 3 unchanged, 0 skipped, 0 failed\n")
      #expect(names.flatMap(scene.root.faults) == [])
    }
  }

  @Test func `files of a folder that have one id are told by their names`() async throws {
    try await scene(daemon: false) { scene in
      for name in ["hr/jane.jpg", "sales/jane.png"] { try scene.shelve(name, Picture.jpeg()) }
      let answer = try await scene.importing(scene.library(), "--id-from", "name", "--dry-run")
      #expect(answer.status == 65)
      for other in ["sales/jane.png", "hr/jane.jpg"] {
        #expect(answer.complained.contains("jane has another row: \(scene.library(other))."))
      }
    }
  }

  @Test func `a report never takes the place of a source`() async throws {
    try await scene(daemon: false) { scene in
      let table = "id,original\njane,jane.jpg\n"
      try scene.shelve("jane.jpg", Picture.jpeg())
      try scene.shelve("people.csv", table)
      let link = scene.library("report.jsonl")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "people.csv")
      for report in [scene.library("people.csv"), link] {
        let answer = try await scene.tondo("import", scene.library("people.csv"), "--report", report)
        #expect(answer.status == 64 && answer.complained.contains("would replace a source"))
        #expect(try String(contentsOfFile: scene.library("people.csv"), encoding: .utf8) == table)
      }
      #expect(scene.root.ids == [])
    }
  }

  @Test func `a dry run tells the same, and writes nothing`() async throws {
    try await scene(daemon: false) { scene in
      _ = try shelve(3, scene)
      let answer = try await scene.importing(scene.library(), "--dry-run")
      #expect(answer.status == 0, "\(answer.complained)")
      #expect(answer.said.hasPrefix("3 would be imported, 0 unchanged, 0 skipped, 0 failed; "))
      #expect(scene.root.names("") == ["tondo.json"])
      #expect(try await scene.importing(scene.library()).status == 0)
      let tree = scene.root.tree
      try scene.shelve("broken.jpg", "no photo")
      let again = try await scene.importing(scene.library(), "--dry-run")
      #expect(again.said.hasPrefix("0 would be imported, 3 unchanged, 0 skipped, 1 failed"))
      #expect(again.complained.contains("broken: this is not a photo but plain text"))
      #expect(scene.root.tree == tree)
    }
  }

  @Test(arguments: [true, false]) func `killed in the middle, the same command goes on`(_ daemon: Bool)
    async throws
  {
    try await scene(daemon: daemon) { scene in
      let names = try shelve(60, scene)
      for round in 1...2 {
        let killed = try scene.beginImport([scene.library()])
        try await scene.until("some are made", seconds: 60) { scene.root.ids.count >= 10 * round }
        killed.send(SIGKILL)
        try await killed.ended()
      }
      let answer = try await scene.importing(scene.library())
      #expect(answer.status == 0, "\(answer.complained)")
      #expect(scene.root.ids.sorted() == names.sorted())
      #expect(names.flatMap(scene.root.faults) == [])
      #expect(scene.left == [] && scene.root.files("failed") == [] && scene.root.files("replaced") == [])
      if daemon { #expect(scene.count(": made in") == 60, "none was made twice") }
    }
  }

  @Test(arguments: [true, false]) func `interrupted, it says how to go on, and leaves nothing half done`(
    _ daemon: Bool
  ) async throws {
    try await scene(daemon: daemon) { scene in
      let names = try shelve(60, scene)
      let command = try scene.beginImport([scene.library()])
      try await scene.until("some are made", seconds: 60) { scene.root.ids.count >= 5 }
      command.send(SIGINT)
      #expect(try await command.ended(within: 60) == 75)
      #expect(command.complained.contains("The same command goes on where it was."))
      #expect(scene.root.names("inbox").filter { $0.hasPrefix(".") } == [])
      let answer = try await scene.importing(scene.library())
      #expect(answer.status == 0, "\(answer.complained)")
      #expect(names.flatMap(scene.root.faults) == [])
      #expect(scene.left == [])
    }
  }

  @Test func `where the daemon is gone for good, it says so, and the same command does the rest`()
    async throws
  {
    try await scene { scene in
      let names = try shelve(3, scene)
      let daemon = try #require(scene.daemon)
      daemon.send(SIGSTOP)
      let command = try scene.beginImport([scene.library()])
      try await scene.until("it is handed over", seconds: 120) {
        names.allSatisfy { scene.root.has("inbox/\($0).jpg") }
      }
      daemon.send(SIGKILL)
      #expect(try await command.ended(within: 180) == 75, "\(command.complained)")
      #expect(command.complained.contains("nobody works on the root any more"))
      #expect(try await scene.importing(scene.library()).status == 0)
      #expect(names.flatMap(scene.root.faults) == [] && scene.left == [])
    }
  }

  @Test func `photos that wait in the inbox already are waited for, and not taken for others`() async throws {
    try await scene { scene in
      _ = try shelve(3, scene)
      scene.daemon?.send(SIGSTOP)
      let same = try Data(contentsOf: URL(fileURLWithPath: scene.library("people/p0.jpg")))
      try scene.root.drop("people/p0.jpg", Array(same))
      try scene.root.drop("people/p1.jpg", Picture.jpeg())
      let command = try scene.beginImport([scene.library()])
      try await scene.until("it is handed over") { scene.root.has("inbox/people/p2.jpg") }
      scene.daemon?.send(SIGCONT)
      #expect(try await command.ended(within: 120) == 0, "\(command.complained)")
      #expect(
        try scene.outcomes == ["people/p0": "unchanged", "people/p1": "imported", "people/p2": "imported"])
      for name in ["p0", "p1", "p2"] {
        #expect(
          scene.root.sha256("originals/people/\(name).jpg")
            == scene.root.sha256("../library/people/\(name).jpg"))
      }
    }
  }

  @Test(arguments: ["1", "words"])
  func `names that the inbox would leave alone are told, and the rest comes in`(
    _ last: String
  ) async throws {
    try await scene(daemon: false) { scene in
      try scene.shelve("fine.jpg", Picture.jpeg())
      try scene.shelve("v1.0.\(last)", Picture.jpeg())
      let answer = try await scene.importing(scene.library())
      #expect(answer.status == 0, "\(answer.complained)")
      #expect(scene.root.ids.sorted() == ["fine", "v1.0"])
    }
  }
}
