import Files
import Importing
import Model
import Scratch
import Testing

@Suite struct JSONTests {
  private static let photos = ["jane.jpg", "sales/omar.png"]
  private static let place = #"{ "scale": 2, "position": { "x": 0, "y": 0 } }"#

  @Test(
    "jobs come a line each, as an array, or one behind the other",
    arguments: [
      (
        "p.jsonl", "{ \"original\": \"jane.jpg\", \"scale\": 2 }\n\n{ \"id\": \"b\" }\n",
        ["1: jane <- jane.jpg \(place)", "3: b"]
      ),
      ("p.ndjson", "{\"original\":\"jane.jpg\",\"id\":\"j\",}\r\n", ["1: j <- jane.jpg"]),
      ("p.jsonl", "[{ \"id\": \"a\" },\n{ \"id\": \"b\" }]", ["1: a", "2: b"]),
      (
        "p.json", "[\n  { \"id\": \"a\" },\n  {\n    \"id\": \"b\",\n    \"scale\": 2\n  }\n]\n",
        ["2: a", "3: b \(place)"]
      ),
      ("p.json", "[{\"id\":\"a\"},{\"id\":\"b\"},]", ["1: a", "1: b"]),
      ("p.json", "[]", []),
      ("p.json", " [ ] \n", []),
      ("p.json", "// of 2026\n[ /* none */ { \"id\": \"a]\\\"}\" } // \"\n]", ["2: a]\"}"]),
      ("p.json", "{ \"id\": \"a\" }\n{ \"id\": \"b\" }", ["1: a", "2: b"]),
      ("p.json", "{\n  \"$schema\": \"job.schema.json\",\n  \"version\": 1,\n  \"id\": \"a\"\n}\n", ["1: a"]),
      ("p.json", "\u{FEFF}{ \"id\": \"é\" }", ["1: é"]),
      (
        "p.jsonl", "{ \"id\": \"a\", \"placeholder\": { \"initials\": \"A\" } }",
        [#"1: a { "placeholder": { "initials": "A" } }"#]
      ),
      ("noname", "{ \"id\": \"a\" }", ["1: a"]),
    ])
  func jobs(_ name: String, _ text: String, _ rows: [String]) throws {
    #expect(try SourceFolder(Self.photos).read(name, text) == rows)
  }

  @Test(
    "a bad job is one bad job, and the others go on",
    arguments: [
      (
        "p.jsonl", "{ \"id\": \"a\n{ \"id\": \"z\" }",
        "1: BAD - -: line 1, column 9: the text ends where the closing quotation mark of a text is expected"
      ),
      (
        "p.jsonl", "nonsense\n{ \"id\": \"z\" }",
        "1: BAD - -: line 1, column 1: \"nonsense\" is no JSON value"
      ),
      (
        "p.jsonl", "{ \"id\": \"a\", \"scael\": 2 }\n{ \"id\": \"z\" }",
        "1: BAD - scael: the key \"scael\" is not known here"
      ),
      ("p.jsonl", "{ \"id\": \"a\", \"scale\": 200 }\n{ \"id\": \"z\" }", "1: BAD a scale: scale is 200"),
      (
        "p.jsonl", "{ \"id\": \"a\", \"remove\": true }\n{ \"id\": \"z\" }",
        "1: BAD a remove: an import removes nothing"
      ),
      (
        "p.jsonl", "{ \"id\": \"a\", \"version\": 2 }\n{ \"id\": \"z\" }",
        "1: BAD - version: the document is of version 2; this tondo knows versions up to 1"
      ),
      ("p.jsonl", "{ \"scale\": 2 }\n{ \"id\": \"z\" }", "1: BAD - -: it has neither an original nor an id"),
      (
        "p.jsonl", "{ \"original\": \"n.jpg\" }\n{ \"id\": \"z\" }",
        "1: BAD n original: there is no photo n.jpg below FOLDER; links are not followed"
      ),
      ("p.jsonl", "{ \"original\": 5 }\n{ \"id\": \"z\" }", "1: BAD - original: original is a number"),
      ("p.json", "[ 5,\n{ \"id\": \"z\" } ]", "1: BAD - -: line 1, column 3: the document is a number"),
      ("p.json", "[ [{}],\n{ \"id\": \"z\" } ]", "1: BAD - -: line 1, column 3: the document is a list"),
      (
        "p.json", "[\n{ \"id\": \"a\" \"scale\": 1 },\n{ \"id\": \"z\" } ]",
        "2: BAD - -: line 2, column 13: a quotation mark stands where a comma or } is expected"
      ),
      (
        "p.json", "[\n{ \"id\": \"a,\n  \"scale\": 1 },\n{ \"id\": \"z\" } ]",
        "2: BAD - -: line 2, column 12: the line ends inside a text"
      ),
      (
        "p.json", "[ { \"id\": \"z\" },\n{ \"id\": \"a\"",
        "2: BAD - -: line 2, column 12: the text ends where a comma or } is expected"
      ),
      ("p.json", "[ { \"id\": \"z\" }\n", "2: BAD - -: the text ends before the array does"),
      ("p.json", "[ { \"id\": \"z\" } ]\n[]", "2: BAD - -: something stands behind the end of the array"),
    ])
  func bad(_ name: String, _ text: String, _ told: String) throws {
    let folder = try SourceFolder(Self.photos)
    let lines = try folder.read(name, text)
    #expect(lines.contains(told.replacing("FOLDER", with: folder.scratch.absolute(""))), "\(lines)")
    #expect(lines.contains { $0.hasSuffix(": z") }, "\(lines)")
  }

  /// As Tondo wrote it: design, section 4.
  private static let manifest = #"""
    {
      "version": 1,
      "id": "sales/omar",
      "attributes": { "scale": 2, "position": { "x": 0, "y": 0 } },
      "original": { "file": "sales/omar.png", "sha256": "\#(String(repeating: "0", count: 64))", "bytes": 1, "format": "png", "width": 4, "height": 3 },
      "crop": { "x": 1, "y": 1, "size": 1 },
      "avatars": [ { "file": "omar-512.webp", "size": 512, "format": "webp", "bytes": 2, "sha256": "\#(String(repeating: "1", count: 64))" } ],
      "warnings": ["small"],
      "made": "x",
      "processed": "2026-11-30T12:00:00Z"
    }
    """#

  @Test func `manifests come back with their attributes and their original`() throws {
    let folder = try SourceFolder(Self.photos)
    #expect(try folder.read("omar.json", Self.manifest) == ["1: sales/omar <- sales/omar.png \(Self.place)"])
    let line = Self.manifest.replacing("\n", with: " ") + "\n"
    #expect(
      try folder.read("all.jsonl", line + line) == [
        "1: sales/omar <- sales/omar.png \(Self.place)", "2: sales/omar <- sales/omar.png \(Self.place)",
      ])
  }

  @Test func `a manifest of a placeholder has no original`() throws {
    let text =
      #"{ "id": "b", "attributes": { "placeholder": { "symbol": "person" } }, "avatars": [], "warnings": [] }"#
    #expect(
      try SourceFolder().read("b.json", text) == [#"1: b { "placeholder": { "symbol": "person" } }"#])
  }

  @Test func `a manifest's attribute that lies beside the others is told`() throws {
    let text = #"{ "id": "b", "attributes": {}, "scale": 2 }"#
    let told = try SourceFolder().read("b.jsonl", text)
    #expect(told == ["1: BAD - scale: the key \"scale\" belongs into \"attributes\""])
  }

  @Test(arguments: [1, 3, 1 << 16]) func `elements are found wherever the text is cut`(_ pieces: Int) throws {
    let text = "[{\"id\":\"é{\\\"\"},\n /* ] */ {\"id\":\"b\",\"position\":{\"x\":0.5}} , {\"id\":\"c\"}]"
    let photos = PhotoFolder(try SourceFolder().scratch.root)
    let stream = try ByteStream(MemoryFeed(Array(text.utf8), pieces: pieces), pieces: pieces)
    let reader = try JSONRowReader(stream, photos: photos, lines: false)
    #expect(
      try told(reader) == [
        "1: é{\"", #"2: b { "scale": 1, "position": { "x": 0.5, "y": 0 } }"#, "2: c",
      ])
  }

  @Test func `an element that is too long is one bad row`() throws {
    let long = String(repeating: "a", count: ByteStream.longestLine)
    let text = "[{\"id\":\"\(long)\"},{\"id\":\"b\"}]"
    #expect(
      try SourceFolder().read("p.json", text) == [
        "1: BAD - -: it is longer than 1048576 bytes", "1: b",
      ])
  }
}
