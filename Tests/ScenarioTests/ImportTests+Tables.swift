import Foundation
import Glibc
import Testing

/// Tables of people, of which each row is one of its own.
extension ImportTests {
  private static let table = """
    id;original;scale;x;y;shape;phone
    jane;a.jpg;2;0,1;0;circle;1
    john;b.jpg;;;;;2
    ;sales/c.jpg;;;;;3
    lost;nowhere.jpg;;;;;4
    large;a.jpg;1000;;;;5
    twice;a.jpg;;;;;6
    twice;b.jpg;;;;;7
    nobody;;3;;;;8
    text;text.jpg;1,5;;;;9

    """

  private func shelveTable(_ scene: Scene) throws {
    for name in ["a.jpg", "b.jpg", "sales/c.jpg"] { try scene.shelve(name, Picture.jpeg()) }
    try scene.shelve("text.jpg", "no photo")
    try scene.shelve("people.csv", Self.table)
  }

  @Test(arguments: [true, false]) func `one bad row is one bad row, and the report tells of each`(
    _ daemon: Bool
  ) async throws {
    try await scene(daemon: daemon) { scene in
      try shelveTable(scene)
      let answer = try await scene.importing(scene.library("people.csv"))
      #expect(answer.status == 65)
      #expect(answer.said == "3 imported, 0 unchanged, 0 skipped, 6 failed\n", "\(answer.complained)")
      let failed = try scene.report.filter { $0.outcome == "failed" }.sorted { $0.line ?? 0 < $1.line ?? 0 }
      #expect(failed.map(\.line) == [5, 6, 7, 8, 9, 10])
      #expect(failed.map(\.id) == ["lost", "large", "twice", "twice", "nobody", "text"])
      #expect(failed.map(\.field) == ["original", "scale", nil, nil, nil, nil])
      #expect(failed.allSatisfy { $0.reason?.isEmpty == false && $0.remedy?.isEmpty == false })
      let twice = failed.filter { $0.id == "twice" }.compactMap(\.reason)
      #expect(twice.map { $0.hasSuffix("line 8") } == [true, false], "\(twice)")
      #expect(twice.map { $0.hasSuffix("line 7") } == [false, true])
      #expect(answer.complained.contains("people.csv, line 5, lost: there is no photo nowhere.jpg"))
      #expect(answer.complained.contains("phone"), "the column that is ignored")
      #expect(scene.root.ids.sorted() == ["jane", "john", "sales/c"])
      let jane = try #require(scene.root.account("jane"))
      #expect(jane.attributes.scale == 2 && jane.attributes.position == .init(x: 0.1, y: 0))
      #expect(jane.warnings == [] && scene.root.account("john")?.attributes.scale == 1)
      // The job of the text waits for its photo, as any does.
      #expect(scene.left == ["text.job.json"])
      #expect(scene.root.has("failed/text.jpg"))
    }
  }

  @Test func `jobs that somebody has left stay as they are, whatever their names`() async throws {
    try await scene(daemon: false) { scene in
      try scene.shelve("a.jpg", Picture.jpeg())
      try scene.shelve("people.csv", "id,original,scale\njane,a.jpg,3\n")
      // Both names that the import's own job may have; the second is of another id.
      let jobs = ["inbox/jane.job.json": #"{"scale":2}"#, "inbox/jane.import.job.json": #"{"scale":5}"#]
      for (path, text) in jobs { try scene.root.write(path, text) }
      let answer = try await scene.importing(scene.library("people.csv"))
      #expect(answer.status == 65 && answer.complained.contains("jane.import.job.json"))
      for (path, text) in jobs { #expect(scene.root.read(path) == Array(text.utf8)) }
    }
  }

  @Test func `a table that has changed changes just that, and photos that failed are tried again`()
    async throws
  {
    try await scene { scene in
      try shelveTable(scene)
      #expect(try await scene.importing(scene.library("people.csv")).status == 65)
      let written = scene.root.state("avatars/john-32.jpg")?.st_ino
      let photo = scene.root.state("originals/jane.jpg")?.st_ino
      try scene.shelve(
        "people.csv",
        "original,ID,Scale,Viewport\na.jpg,jane,3,390x844\nb.jpg,john,,\ntext.jpg,text,1.5,\n,sales/c,4,\n")
      try scene.shelve("text.jpg", Picture.jpeg())
      let answer = try await scene.importing(scene.library("people.csv"))
      #expect(answer.said == "3 imported, 1 unchanged, 0 skipped, 0 failed\n", "\(answer.complained)")
      #expect(scene.root.account("jane")?.attributes.viewport?.width == 390)
      #expect(scene.root.account("text")?.attributes.scale == 1.5)
      #expect(scene.root.account("sales/c")?.attributes.scale == 4)
      #expect(scene.root.state("avatars/john-32.jpg")?.st_ino == written)
      #expect(scene.root.state("originals/jane.jpg")?.st_ino == photo, "the photo stayed where it was")
      #expect(scene.left == [] && scene.root.files("failed") == [])
    }
  }

  @Test(arguments: [true, false]) func `people without a photo are shown a placeholder, until theirs comes`(
    _ daemon: Bool
  ) async throws {
    try await scene(daemon: daemon) { scene in
      let people = #"{ "id": "jane", "placeholder": { "initials": "JD" } }"# + "\n"
      try scene.shelve("people.jsonl", people + #"{ "id": "nobody", "scale": 2 }"# + "\n")
      let answer = try await scene.importing(scene.library("people.jsonl"))
      #expect(answer.said == "1 imported, 0 unchanged, 0 skipped, 1 failed\n", "\(answer.complained)")
      #expect(scene.root.account("jane")?.attributes.placeholder?.initials == "JD")
      #expect(scene.root.faults("jane") == [] && scene.left == ["jane.job.json"])
      try scene.shelve("people.jsonl", people)
      let again = try await scene.importing(scene.library("people.jsonl"))
      #expect(again.said == "0 imported, 1 unchanged, 0 skipped, 0 failed\n", "\(again.complained)")
      try scene.shelve("jane.jpg", Picture.jpeg())
      try scene.shelve("people.jsonl", #"{ "id": "jane", "original": "jane.jpg", "scale": 2 }"# + "\n")
      let photo = try await scene.importing(scene.library("people.jsonl"))
      #expect(photo.said == "1 imported, 0 unchanged, 0 skipped, 0 failed\n", "\(photo.complained)")
      #expect(scene.root.account("jane")?.attributes.placeholder == nil)
      #expect(scene.root.account("jane")?.attributes.scale == 2)
      #expect(scene.left == [])
    }
  }

  @Test func `of several rows the last holds, where that is asked for`() async throws {
    try await scene(daemon: false) { scene in
      try shelveTable(scene)
      try scene.shelve("more.csv", "original,id\nsales/c.jpg,john\n")
      let answer = try await scene.importing(
        scene.library("people.csv"), scene.library("more.csv"), "--last-wins")
      #expect(answer.said == "4 imported, 0 unchanged, 2 skipped, 4 failed\n", "\(answer.complained)")
      #expect(scene.root.sha256("originals/twice.jpg") == scene.root.sha256("../library/b.jpg"))
      #expect(scene.root.sha256("originals/john.jpg") == scene.root.sha256("../library/sales/c.jpg"))
      #expect(try scene.outcomes["john"] == "skipped, imported")
    }
  }

  @Test func `a job that a person left for the photo is overtaken, and nobody's text is lost`() async throws {
    try await scene { scene in
      try shelveTable(scene)
      try scene.root.drop("jane.job.json", #"{ "scale": 7 } // until she has a photo"#)
      try await scene.logged("inbox/jane.job.json: waiting: ")
      #expect(try await scene.importing(scene.library("people.csv")).status == 65)
      #expect(scene.root.account("jane")?.attributes.scale == 2)
      #expect(scene.left == ["text.job.json"])
    }
  }

  @Test func `a source that cannot be understood changes nothing`() async throws {
    try await scene(daemon: false) { scene in
      try shelveTable(scene)
      try scene.shelve("other.csv", "name,phone\njane,1\n")
      let answer = try await scene.importing(scene.library("people.csv"), scene.library("other.csv"))
      #expect(answer.status == 65 && answer.said == "")
      #expect(answer.complained.contains("--map"))
      #expect(scene.root.ids == [])
      let mapped = try await scene.importing(
        scene.library("other.csv"), "--map", "id=phone,original=name", "--dry-run", "--quiet")
      #expect(mapped.status == 65 && mapped.said == "", "\(mapped.complained)")
      #expect(try await scene.importing(scene.library("none.csv")).status == 66)
      #expect(try await scene.importing(scene.library("people.csv"), "--map", "id").status == 64)
    }
  }

  @Test func `programs are told all of it as lines of JSON`() async throws {
    try await scene(daemon: false) { scene in
      try shelveTable(scene)
      let answer = try await scene.importing(scene.library("people.csv"), "--json")
      #expect(answer.status == 65)
      let events = try answer.said.split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      #expect(events.count { $0["event"] as? String == "row" } == 9)
      #expect(events.last?["event"] as? String == "end")
      #expect(events.last?["imported"] as? Int == 3 && events.last?["failed"] as? Int == 6)
      #expect(events.contains { $0["event"] as? String == "remark" })
    }
  }
}
