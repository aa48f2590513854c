import Testing

@testable import Model

@Suite struct PlaceholderTests {
  private static let pink = Tint("systemPink"), blue = Tint("blue")

  private func read(_ text: String) throws -> Placeholder? {
    let job = try Job(reading: bytes(#"{ "placeholder": \#(text) }"#), named: path("jane.job.json"))
    guard case .place(let attributes) = job.action else { return nil }
    return attributes.placeholder
  }

  @Test(
    "what a placeholder says is read, and written the same",
    arguments: [
      ("{}", Placeholder()), (#"{ "initials": "AB" }"#, Placeholder(.initials("AB"))),
      (#"{ "initials": "👩‍👩‍👧é" }"#, Placeholder(.initials("👩‍👩‍👧é"))),
      (#"{ "from": "Jane Doe" }"#, Placeholder(.name("Jane Doe"))),
      (#"{ "from": "id" }"#, Placeholder(.id)), (#"{ "symbol": "person.2" }"#, Placeholder(.symbol(.people))),
      (#"{ "image": "a/avatar.png" }"#, Placeholder(.image("a/avatar.png"))),
      (
        #"{ "symbol": "star", "rendering": "palette", "colors": ["systemPink", "blue"], "appearance": "dark" }"#,
        Placeholder(
          .symbol(.star), mode: .palette, colours: [pink, blue].compactMap(\.self), appearance: .dark)
      ),
      (#"{ "rendering": "hierarchical" }"#, Placeholder(mode: .hierarchical)),
      (
        #"{ "gradient": { "from": "systemPink", "to": "blue", "start": "topLeading", "end": "bottomTrailing" } }"#,
        Placeholder(gradient: gradient(.topLeading, .bottomTrailing))
      ),
    ])
  func reads(_ text: String, _ placeholder: Placeholder) throws {
    #expect(try read(text) == placeholder)
    #expect(placeholder.text == text)
    #expect(Placeholder(text: text) == placeholder)
  }

  private static func gradient(_ start: UnitPoint, _ end: UnitPoint) -> Placeholder.Gradient? {
    guard let pink, let blue else { return nil }
    return .init(from: pink, to: blue, start: start, end: end)
  }

  @Test(
    "what is wrong is told with its place",
    arguments: [
      (#"{ "symbl": "star" }"#, "placeholder.symbl", .unknownKey("symbl", nearest: "symbol")),
      (#"{ "symbol": "star", "from": "A" }"#, "placeholder.symbol", .excluded("symbol", by: "from")),
      (#"{ "initials": "" }"#, "placeholder.initials", .notInitials("", most: 3)),
      (#"{ "initials": "ABCD" }"#, "placeholder.initials", .notInitials("ABCD", most: 3)),
      (#"{ "initials": "\u200d\u200d" }"#, "placeholder.initials", .notInitials("\u{200D}\u{200D}", most: 3)),
      (
        #"{ "initials": "A\u200d \ufe0f" }"#, "placeholder.initials",
        .notInitials("A\u{200D} \u{FE0F}", most: 3)
      ),
      (#"{ "initials": "\ufe0f" }"#, "placeholder.initials", .notInitials("\u{FE0F}", most: 3)),
      (#"{ "initials": "A B" }"#, "placeholder.initials", .notInitials("A B", most: 3)),
      (#"{ "initials": "A\u0007" }"#, "placeholder.initials", .unseenCharacter(7)),
      (#"{ "initials": "\u202eA" }"#, "placeholder.initials", .unseenCharacter(0x202E)),
      (#"{ "from": "A\nB" }"#, "placeholder.from", .unseenCharacter(10)),
      (#"{ "from": "\ufdd0" }"#, "placeholder.from", .unseenCharacter(0xFDD0)),
      (#"{ "from": "--" }"#, "placeholder.from", .noInitials("--")),
      (#"{ "from": 3 }"#, "placeholder.from", .wrongType(.number, wanted: [.string])),
      (#"{ "image": "../a.png" }"#, "placeholder.image", .notAPlainPath("../a.png")),
      (#"{ "image": "/a.png" }"#, "placeholder.image", .notAPlainPath("/a.png")),
      (#"{ "colors": [] }"#, "placeholder.colors", .wrongCount(0, 1...3)),
      (#"{ "colors": ["red", "red", "red", "red"] }"#, "placeholder.colors", .wrongCount(4, 1...3)),
      (
        #"{ "colors": ["red", "sytemBlue"] }"#, "placeholder.colors[1]",
        .notAColour("sytemBlue", nearest: "systemBlue")
      ),
      (#"{ "colors": "red" }"#, "placeholder.colors", .wrongType(.string, wanted: [.array])),
      (#"{ "gradient": { "from": "red" } }"#, "placeholder.gradient", .missingKey("to")),
      (
        #"{ "gradient": { "from": "red", "to": "red", "start": "topleft" } }"#, "placeholder.gradient.start",
        .unknownWord("topleft", known: UnitPoint.allCases.map(\.rawValue), nearest: nil)
      ),
      (
        #"{ "gradient": { "from": "red", "to": "blue" }, "rendering": "palette" }"#, "placeholder.gradient",
        .excluded("gradient", by: "rendering")
      ),
      (
        #"{ "appearance": "night" }"#, "placeholder.appearance",
        .unknownWord("night", known: ["light", "dark"], nearest: "light")
      ),
      ("[]", "placeholder", .wrongType(.array, wanted: [.object])),
    ] as [(String, String, DocumentProblem.Fault)])
  func refuses(_ text: String, _ keyPath: String, _ fault: DocumentProblem.Fault) throws {
    let name = try path("jane.job.json")
    let found = problem { () throws(DocumentProblem) in
      try Job(reading: bytes(#"{ "placeholder": \#(text) }"#), named: name)
    }
    #expect(found?.fault == fault)
    #expect(found?.keyPath == keyPath)
    #expect(found.map { isTold($0.explanation) } == true)
  }

  @Test func aNameOfAnyLengthIsNone() throws {
    let name = try path("jane.job.json"), long = String(repeating: "n", count: 501)
    let found = problem { () throws(DocumentProblem) in
      try Job(reading: bytes(#"{ "placeholder": { "from": "\#(long)" } }"#), named: name)
    }
    #expect(found?.fault == .textTooLong(limit: 500))
  }

  @Test func settingsHoldTheDefaultLook() throws {
    let settings = try Settings(reading: bytes(#"{ "placeholder": { "from": "id" } }"#))
    #expect(settings.placeholder == Placeholder(.id))
    #expect(Settings().placeholder == Placeholder())
  }

  @Test func aManifestOfAPlaceholderNeedsNoOriginal() throws {
    var account = try #require(try ManifestTests.jane().account)
    (account.original, account.crop) = (nil, nil)
    let manifest = Manifest(
      id: try id("jane"), attributes: Attributes(placeholder: Placeholder(.id)), account: account)
    #expect(try Manifest(reading: manifest.text, id: manifest.id) == manifest)
    let keys = String(decoding: manifest.text, as: UTF8.self)
    #expect(!keys.contains("\"original\"") && !keys.contains("\"crop\""))
    let nulls = keys.replacing("\"avatars\"", with: "\"original\": null, \"crop\": null, \"avatars\"")
    #expect(try Manifest(reading: bytes(nulls), id: manifest.id) == manifest)
  }
}
