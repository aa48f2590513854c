import Digest
import Foundation
import Glibc
import Testing

/// `tondo export`, with a daemon at work on the root.
@Suite struct ExportTests {
  /// A scene with sales/jane, a photo, and desk, a placeholder.
  private func people(_ settings: String = Scene.quick, _ body: (Scene) async throws -> Void) async throws {
    try await scene(settings: settings) { scene in
      try scene.root.drop("sales/jane.jpg", Picture.jpeg())
      try scene.root.drop("desk.job.json", #"{"placeholder":{"initials":"FD"}}"#)
      try await scene.made("sales/jane")
      try await scene.made("desk")
      try await scene.idle()
      try await body(scene)
    }
  }

  private func out(_ scene: Scene, _ below: String = "out") -> String { scene.root.scratch + "/" + below }

  private func exported(_ scene: Scene, _ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: out(scene) + "/" + name).map(Array.init)
  }

  /// All in the folder, hidden or not.
  private func names(_ scene: Scene) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: out(scene))) ?? []).sorted()
  }

  @Test func `a folder holds the published avatars, byte by byte, and nothing else`() async throws {
    try await people { scene in
      let answer = try await scene.tondo("export", "folder", "--out", out(scene), "--quiet")
      #expect(answer.status == 0 && answer.complained == "", "\(answer.complained)")
      #expect(names(scene) == ["desk-32.jpg", "sales-jane-32.jpg"])
      #expect(exported(scene, "sales-jane-32.jpg") == scene.root.read("avatars/sales/jane-32.jpg"))
      #expect(exported(scene, "desk-32.jpg") == scene.root.read("avatars/desk-32.jpg"))
    }
  }

  @Test func `what is not published is made of the kept original, just as the daemon would`() async throws {
    // Alone, as the export makes it: beside a PNG, which keeps all of the chroma, it comes of other samples.
    try await people(Scene.settings(outputs: #"[{"size":32,"format":"jpeg"}]"#)) { scene in
      let (before, log) = (scene.root.files("."), scene.count("made in"))
      // A quality is asked for: no published one is taken; this one is the default, so that the bytes are the same.
      let same = try await scene.tondo(
        "export", "folder", "--out", out(scene), "--size", "32", "--format", "jpeg", "--quality", "85")
      #expect(same.status == 0, "\(same.complained)")
      #expect(exported(scene, "sales-jane-32.jpg") == scene.root.read("avatars/sales/jane-32.jpg"))
      #expect(exported(scene, "desk-32.jpg") == scene.root.read("avatars/desk-32.jpg"))
      let other = try await scene.tondo(
        "export", "folder", "sales/jane", "--out", out(scene), "--size", "48", "--format", "png", "--pattern",
        "{size}.of.{id}.{ext}")
      #expect(other.status == 0, "\(other.complained)")
      let png = try #require(exported(scene, "48.of.sales-jane.png"))
      #expect(png.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
      // IHDR: width and height.
      #expect(Array(png[16..<24]) == [0, 0, 0, 48, 0, 0, 0, 48])
      #expect(scene.root.files(".") == before && scene.count("made in") == log, "the root is only read")
    }
  }

  @Test func `an image is as small as asked`() async throws {
    try await people { scene in
      let answer = try await scene.tondo(
        "export", "folder", "sales/jane", "--out", out(scene), "--size", "64", "--format", "jpeg",
        "--max-bytes", "900")
      #expect(answer.status == 0, "\(answer.complained)")
      #expect(try #require(exported(scene, "sales-jane-64.jpg")).count <= 900)
    }
  }

  @Test func `a table names files and their digests`() async throws {
    try await people { scene in
      let answer = try await scene.tondo("export", "csv")
      #expect(answer.status == 0)
      let rows = answer.said.components(separatedBy: "\r\n").dropLast().map {
        $0.components(separatedBy: ",")
      }
      #expect(rows.map { $0[0] } == ["id", "desk", "sales/jane"])
      #expect(rows[1][3] == "" && rows[2][3] == "originals/sales/jane.jpg")
      for row in rows.dropFirst() { #expect(scene.root.sha256(row[1]) == row[2], "\(row)") }
      let small = try await scene.tondo("export", "csv", "--size", "16")
      #expect(small.said.contains("sales/jane,avatars/sales/jane-16.png,"))
      let none = try await scene.tondo("export", "csv", "--size", "17")
      #expect(none.status == 65 && none.complained.contains("there are jane-32.jpg, jane-16.png"))
    }
  }

  @Test func `a line is a manifest`() async throws {
    try await people { scene in
      let file = out(scene, "people.jsonl")
      #expect(try await scene.tondo("export", "jsonl", "--out", file).status == 0)
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let accounts = try text.split(separator: "\n").map { line in
        try JSONDecoder().decode(Account.self, from: Data(line.utf8))
      }
      #expect(accounts.map(\.id) == ["desk", "sales/jane"])
      #expect(accounts.map { Optional($0) } == ["desk", "sales/jane"].map { scene.root.account($0) })
    }
  }

  /// The bytes of what is written as Base64 behind a text, in folded lines.
  private func embedded(_ text: String, behind start: String, until end: String) throws -> [UInt8] {
    let unfolded = text.replacingOccurrences(of: "\r\n ", with: "").replacingOccurrences(of: "\n ", with: "")
    let rest = try #require(unfolded.range(of: start)).upperBound
    let value = unfolded[rest...].prefix { !$0.isNewline }
    return Array(try #require(Data(base64Encoded: String(value.split(separator: end).first ?? ""))))
  }

  @Test func `a card has the published photo, or one made for it`() async throws {
    try await people { scene in
      let answer = try await scene.tondo("export", "vcard", "sales/jane")
      #expect(answer.status == 0, "\(answer.complained)")
      #expect(answer.said.hasPrefix("BEGIN:VCARD\r\nVERSION:3.0\r\n"))
      let photo = try embedded(answer.said, behind: "PHOTO;ENCODING=b;TYPE=JPEG:", until: ";")
      #expect(photo == scene.root.read("avatars/sales/jane-32.jpg"))
      let four = try await scene.tondo(
        "export", "vcard", "sales/jane", "--card-version", "4.0", "--format", "png", "--size", "16")
      let image = try embedded(four.said, behind: "PHOTO:data:image/png;base64,", until: ";")
      #expect(image == scene.root.read("avatars/sales/jane-16.png"))
      #expect(try await scene.tondo("export", "vcard", "--card-version", "5.0").status == 64)
    }
  }

  @Test func `a directory gets records that put photos into entries`() async throws {
    try await people { scene in
      let answer = try await scene.tondo(
        "export", "ldif", "desk", "--dn", "uid={id},dc=example", "--attribute", "thumbnailPhoto")
      #expect(answer.status == 0, "\(answer.complained)")
      #expect(answer.said.contains("dn: uid=desk,dc=example\nchangetype: modify\nreplace: thumbnailPhoto\n"))
      #expect(
        try embedded(answer.said, behind: "thumbnailPhoto:: ", until: ";")
          == scene.root.read("avatars/desk-32.jpg"))
      let none = try await scene.tondo("export", "ldif")
      #expect(none.status == 64 && none.complained.contains("--dn"))
    }
  }

  /// What must be the same after a way through another root, whatever else its settings are.
  private func squares(_ scene: Scene, _ ids: [String]) -> [Account.Crop?] {
    ids.map { scene.root.account($0)?.crop }
  }

  @Test(arguments: ["csv", "jsonl", "vcard"]) func `exported and imported again, the squares are the same`(
    _ format: String
  ) async throws {
    try await scene { scene in
      for (name, job) in [
        ("ann", #"{"scale":1.7,"position":{"x":0.2,"y":-0.1}}"#),
        ("bob", #"{"scale":1.5,"position":{"x":3,"y":-2},"viewport":{"width":390,"height":844}}"#),
        ("cleo", #"{"crop":{"x":-5,"y":7,"size":90}}"#), ("dan", "{}"),
      ] {
        try scene.root.drop("\(name).job.json", job)
        try scene.root.drop("\(name).jpg", Picture.jpeg())
      }
      let ids = ["ann", "bob", "cleo", "dan"]
      for id in ids { try await scene.made(id) }
      try await scene.idle()
      let file = out(scene, "people.\(format == "vcard" ? "vcf" : format)")
      let more = format == "vcard" ? ["--with-original"] : []
      let words = ["export", format, "--out", file, "--root", scene.root.path] + more
      _ = try await Spawned.answer(words, scene.root)

      let other = try Scene()
      let photos = format == "vcard" ? [] : ["--photos", scene.root.path]
      _ = try await Spawned.answer(
        ["import", file, "--root", other.root.path, "--quiet"] + photos, other.root)
      #expect(other.root.ids == ids)
      #expect(squares(other, ids) == squares(scene, ids))
      for id in ids {
        #expect(other.root.read("originals/\(id).jpg") == scene.root.read("originals/\(id).jpg"))
      }
      // The card has the square in whole pixels; the others say what was said.
      if format != "vcard" {
        for id in ids { #expect(other.root.account(id)?.made == scene.root.account(id)?.made) }
      }
    }
  }

  @Test func `nothing is replaced without --force`() async throws {
    try await people { scene in
      let file = out(scene, "people.csv")
      try Data("mine".utf8).write(to: URL(filePath: file))
      #expect(try await scene.tondo("export", "csv", "--out", file).status == 73)
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
      #expect(try await scene.tondo("export", "csv", "--out", file, "--force").status == 0)
      #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("id,file,"))

      #expect(try await scene.tondo("export", "folder", "desk", "--out", out(scene)).status == 0)
      try Data("mine".utf8).write(to: URL(filePath: out(scene) + "/desk-32.jpg"))
      let again = try await scene.tondo("export", "folder", "--out", out(scene))
      #expect(again.status == 73 && again.complained.contains("desk-32.jpg exists"))
      #expect(exported(scene, "desk-32.jpg") == Array("mine".utf8))
      #expect(names(scene) == ["desk-32.jpg", "sales-jane-32.jpg"], "the other one went out all the same")
      #expect(try await scene.tondo("export", "folder", "--out", out(scene), "--force").status == 0)
      #expect(exported(scene, "desk-32.jpg") == scene.root.read("avatars/desk-32.jpg"))
    }
  }

  @Test func `nothing is written into the root itself, whatever the way there and with --force, too`()
    async throws
  {
    try await people { scene in
      let root = scene.root
      let link = out(scene, "link")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: root.path)
      let tree = root.tree
      for place in ["originals", "inbox/new", "avatars/sales"].flatMap({
        ["\(root.path)/\($0)", "\(link)/\($0)"]
      }) {
        let answer = try await scene.tondo(
          "export", "folder", "--force", "--out", place, "--pattern", "{id}.{ext}")
        #expect(answer.status == 64 && answer.complained.contains("lies in the root"), "\(answer.complained)")
      }
      for file in ["tondo.json", "inbox/people.csv", "originals/sales/jane.jpg"] {
        #expect(try await scene.tondo("export", "csv", "--force", "--out", root.absolute(file)).status == 64)
      }
      #expect(root.tree == tree)
    }
  }

  @Test func `one bad id is one bad id`() async throws {
    try await people { scene in
      try scene.root.drop("bob.png", Picture.fresh())
      try await scene.made("bob")
      try await scene.idle()
      try await scene.stop()
      try scene.root.write("originals/bob.png", "somebody else's")
      let answer = try await scene.tondo(
        "export", "folder", "nobody", "bob", "desk", "--out", out(scene), "--size", "24")
      #expect(answer.status == 66, "the first one's")
      #expect(answer.complained.contains("nobody"))
      #expect(answer.complained.contains("bob"))
      #expect(names(scene) == ["desk-24.jpg"])
      let other = try await scene.tondo("export", "folder", "bob", "--out", out(scene), "--size", "24")
      #expect(other.status == 65)
    }
  }

  @Test func `two ids with one name in the folder are both told`() async throws {
    try await people { scene in
      try scene.root.drop("sales-jane.png", Picture.fresh())
      try await scene.made("sales-jane")
      try await scene.idle()
      let answer = try await scene.tondo("export", "folder", "--out", out(scene))
      #expect(answer.status == 65)
      #expect(answer.complained.contains("sales/jane: its file would have the name of that of sales-jane"))
      #expect(answer.complained.contains("sales-jane: its file would have the name of that of sales/jane"))
      #expect(names(scene) == ["desk-32.jpg"])
      let alone = try await scene.tondo("export", "folder", "sales-jane", "--out", out(scene), "--quiet")
      #expect(alone.status == 0 && alone.complained == "")
    }
  }

  @Test func `what a killed export left is taken away by the next one`() async throws {
    try await people { scene in
      try FileManager.default.createDirectory(atPath: out(scene), withIntermediateDirectories: true)
      let gone = try Spawned("/bin/true", [], scratch: scene.root.scratch)
      _ = try await gone.ended()
      try Data().write(to: URL(filePath: out(scene) + "/.tondo-export-\(gone.pid).part"))
      // A process that lives, and may be at work.
      try Data().write(to: URL(filePath: out(scene) + "/.tondo-export-1.part"))
      #expect(try await scene.tondo("export", "folder", "desk", "--out", out(scene)).status == 0)
      #expect(names(scene) == [".tondo-export-1.part", "desk-32.jpg"])
      try Data().write(to: URL(filePath: out(scene) + "/.tondo-export-\(gone.pid).part"))
      #expect(try await scene.tondo("export", "csv", "--out", out(scene, "out/people.csv")).status == 0)
      #expect(names(scene) == [".tondo-export-1.part", "desk-32.jpg", "people.csv"])
    }
  }

  private static let mistakes: [(words: [String], said: String)] = [
    ([], "csv"), (["fodler"], "did you mean folder?"), (["folder"], "--out"), (["csv", "../x"], "../x"),
    (["csv", "--pattern", "{id}"], "--pattern"),
    (["folder", "--out", "o", "--pattern", "{id}{size}"], "{id}{size}"),
    (["folder", "--out", "o", "--size", "5000"], "4096"), (["csv", "--seize", "5"], "did you mean --size?"),
  ]

  @Test(arguments: mistakes) func `what is not understood is said`(_ words: [String], _ said: String)
    async throws
  {
    try await scene(daemon: false) { scene in
      let command = try Spawned(
        "tondo", (["export"] + words).map { Array($0.utf8) }, scratch: scene.root.scratch)
      #expect(try await command.ended() == 64)
      #expect(command.complained.contains(said), "\(command.complained)")
    }
  }

  @Test func `a root without a ledger says what to do`() async throws {
    try await scene(daemon: false) { scene in
      let answer = try await scene.tondo("export", "csv")
      #expect(answer.status == 65 && answer.complained.contains("tondo watch --once"))
    }
  }
}
