import Testing

@testable import Model

@Suite struct ManifestTests {
  static let digest = String(repeating: "0f", count: 32)

  static func jane() throws -> Manifest {
    Manifest(
      id: try id("sales/jane"),
      attributes: Attributes(placement: .relative(scale: 1.6, position: Position(x: -0.12, y: 0.05))),
      account: Manifest.Account(
        original: Manifest.Original(
          file: "originals/sales/jane.jpg",
          facts: OriginalFacts(
            sha256: digest, bytes: 3_812_345, format: .jpeg, size: PixelSize(width: 3024, height: 4032))),
        crop: CropSquare(x: 794, y: 977, size: 1890),
        avatars: [
          Manifest.Avatar(file: "jane-512.webp", size: 512, format: .webp, bytes: 21034, sha256: digest),
          Manifest.Avatar(file: "jane-96.jpg", size: 96, format: .jpeg, bytes: 2103, sha256: digest),
        ],
        warnings: [], made: digest, processed: "2026-11-30T12:00:00Z"))
  }

  static let text = """
    {
      "version": 1,
      "id": "sales/jane",
      "attributes": { "scale": 1.6, "position": { "x": -0.12, "y": 0.05 } },
      "original": { "file": "originals/sales/jane.jpg", "sha256": "\(digest)", "bytes": 3812345, "format": "jpeg", "width": 3024, "height": 4032 },
      "crop": { "x": 794, "y": 977, "size": 1890 },
      "avatars": [
        { "file": "jane-512.webp", "size": 512, "format": "webp", "bytes": 21034, "sha256": "\(digest)" },
        { "file": "jane-96.jpg", "size": 96, "format": "jpeg", "bytes": 2103, "sha256": "\(digest)" }
      ],
      "warnings": [],
      "made": "\(digest)",
      "processed": "2026-11-30T12:00:00Z"
    }

    """

  @Test func itIsWrittenAsTheContractShows() throws {
    #expect(String(decoding: try Self.jane().text, as: UTF8.self) == Self.text)
    #expect(try Manifest(reading: bytes(Self.text), id: id("sales/jane")) == Self.jane())
  }

  @Test func whatIsWrittenIsReadBackTheSame() throws {
    var dice = Dice(seed: 2)
    for _ in 0..<500 {
      let manifest = Manifest(
        id: try id("jane"), attributes: dice.attributes(), account: dice.perhaps { $0.account() })
      #expect(try Manifest(reading: manifest.text, id: manifest.id) == manifest)
    }
  }

  @Test(
    "missing attributes are empty ones",
    arguments: ["{}", #"{"attributes": null}"#, #"{"attributes": {}}"#])
  func emptyAttributes(_ text: String) throws {
    #expect(
      try Manifest(reading: bytes(text), id: id("jane"))
        == Manifest(id: id("jane"), attributes: Attributes(), account: nil))
  }

  @Test(
    "damage in Tondo's own part makes no edit unreadable",
    arguments: [
      ("\"crop\": { \"x\": 794", "\"crop\": { \"x\": \"794\""), ("1890", "0"), ("3812345", "-1"),
      ("\"jpeg\"", "\"bmp\""),
      ("originals/sales/jane.jpg", "../jane.jpg"), ("jane-512.webp", "a/jane-512.webp"),
      ("\"warnings\": []", "\"warnings\": {}"),
      ("\"warnings\": [],\n", ""), ("\"size\": 512", "\"size\": 5120"), ("\"width\": 3024", "\"width\": 0.5"),
      ("\"made\": \"\(digest)\"", "\"made\": 1"),
    ])
  func lenient(_ whole: String, _ damaged: String) throws {
    #expect(Self.text.contains(whole))
    let text = parts(Self.text, around: whole).joined(separator: damaged)
    let manifest = try Manifest(reading: bytes(text), id: id("sales/jane"))
    #expect(manifest.attributes == (try Self.jane().attributes))
    #expect(manifest.account == nil)
  }

  @Test(
    "what a person decides is read strictly",
    arguments: [
      (
        #"{"attribute": {}}"#,
        #"1:2 attribute| the key "attribute" is not known here| Did you mean "attributes"?"#
      ),
      (
        #"{"scale": 2}"#,
        #"1:2 scale| the key "scale" belongs into "attributes"| Write "attributes": { "scale": ... }."#
      ),
      (#"{"attributes": []}"#, "1:16 attributes| attributes is a list| It should be an object in { }."),
      (
        "{\"attributes\": {\n \"scale\": 0 } }",
        "2:11 attributes.scale| attributes.scale is 0| It should be from 0.1 to 100."
      ),
      (
        #"{"attributes": { "original": 1 } }"#,
        #"1:18 attributes.original| the key "original" is not known here| Remove it, or look up its name in the README."#
      ),
      ("[]", "1:1 | the document is a list| It should be an object in { }."),
    ])
  func refuses(_ text: String, _ sentence: String) throws {
    let jane = try id("jane")
    let found = problem { () throws(DocumentProblem) in try Manifest(reading: bytes(text), id: jane) }
    #expect(told(found) == sentence)
  }

  @Test(
    "changes of Tondo's own part are named, with what to use instead",
    arguments: [
      ("1.6", "1.7", []), ("\"x\": 794", "\"x\": 794.0", []),
      ("{ \"x\": 794, \"y\": 977", "{ \"y\": 977, \"x\": 794", []),
      (
        "\"x\": 794", "\"x\": 795",
        ["\"crop.x\" is Tondo's account, and the change there was undone; use \"attributes.crop\""]
      ),
      (
        "\"width\": 3024", "\"width\": 1",
        ["\"original.width\" is Tondo's account, and the change there was undone"]
      ),
      (
        "512.webp", "513.webp",
        ["\"avatars\" is Tondo's account, and the change there was undone; use \"outputs\" in tondo.json"]
      ),
      (
        "\"size\": 1890 }", "\"z\": 1890 }",
        [
          "\"crop.size\" is Tondo's account, and the change there was undone; use \"attributes.crop\"",
          "\"crop.z\" is Tondo's account, and the change there was undone; use \"attributes.crop\"",
        ]
      ),
      ("\"id\": \"sales/jane\"", "\"id\": \"joe\", \"made\": 1", []),
      ("\"warnings\": [],\n", "", []), ("{", "", []),
      (
        "\"id\": \"sales/jane\"", "\"id\": \"joe\"",
        ["\"id\" is Tondo's account, and the change there was undone; use tondo rename"]
      ),
    ] as [(String, String, [String])])
  func changes(_ whole: String, _ changed: String, _ sentences: [String]) throws {
    #expect(Self.text.contains(whole))
    let text = bytes(parts(Self.text, around: whole).joined(separator: changed))
    #expect(Manifest.changes(in: text, from: try Self.jane()).map { english($0.message) } == sentences)
  }

  /// What stands before and behind the first place of a piece.
  private func parts(_ text: String, around piece: String) -> [String] {
    let scalars = Array(text.utf8), wanted = Array(piece.utf8)
    let start = scalars.indices.first { scalars[$0...].starts(with: wanted) } ?? 0
    return [scalars[..<start], scalars[(start + wanted.count)...]].map { String(decoding: $0, as: UTF8.self) }
  }
}
