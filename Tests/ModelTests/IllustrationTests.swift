import Testing

@testable import Model

/// From what documents say to what is drawn.
@Suite struct IllustrationTests {
  private func drawing(_ text: String, settings: String = "{}", of name: String = "jane.doe") throws
    -> Drawing?
  {
    let placeholder = try #require(Placeholder(text: text)),
      defaults = try #require(Placeholder(text: settings))
    guard case .drawing(let drawing) = placeholder.illustration(of: try id(name), under: defaults) else {
      return nil
    }
    return drawing
  }

  private func hex(_ paint: Paint?) -> [String]? { paint?.colours.map(\.hex) }

  @Test(
    "what is to be seen",
    arguments: [
      ("{}", "{}", .symbol(.person)), (#"{ "symbol": "star" }"#, "{}", .symbol(.star)),
      (#"{ "from": "Jane Mary Doe" }"#, "{}", .letters("JD")),
      (#"{ "initials": "ab" }"#, "{}", .letters("ab")),
      (#"{ "from": "id" }"#, "{}", .letters("JD")), ("{}", #"{ "from": "id" }"#, .letters("JD")),
      (#"{ "colors": ["red"] }"#, #"{ "symbol": "heart" }"#, .symbol(.heart)),
      (#"{ "symbol": "star" }"#, #"{ "initials": "X" }"#, .symbol(.star)),
    ] as [(String, String, Drawing.Figure)])
  func figures(_ text: String, _ settings: String, _ figure: Drawing.Figure) throws {
    #expect(try drawing(text, settings: settings)?.figure == figure)
  }

  @Test func anIDWithoutALetterIsAPerson() throws {
    #expect(try drawing(#"{ "from": "id" }"#, of: "sales/__")?.figure == .symbol(.person))
  }

  @Test func anImageIsNoDrawing() throws {
    let placeholder = Placeholder(.image("a.png"))
    #expect(placeholder.illustration(of: try id("jane"), under: Placeholder()) == .image("a.png"))
  }

  @Test(
    "letters lie on the first colour, in the second or in white or black",
    arguments: [
      (#"{ "initials": "A", "colors": ["systemBlue"] }"#, "#007aff", "#000000"),
      (#"{ "initials": "A", "colors": ["navy"] }"#, "#000080", "#ffffff"),
      (#"{ "initials": "A", "colors": ["systemYellow"] }"#, "#ffcc00", "#000000"),
      (#"{ "initials": "A", "colors": ["systemBlue", "white"] }"#, "#007aff", "#ffffff"),
      (#"{ "initials": "A", "colors": ["systemBlue"], "appearance": "dark" }"#, "#0a84ff", "#000000"),
      (#"{ "initials": "A", "colors": ["transparent"] }"#, "#000000", "#000000"),
      (#"{ "initials": "A", "colors": ["transparent"], "appearance": "dark" }"#, "#000000", "#ffffff"),
    ])
  func letters(_ text: String, _ field: String, _ ink: String) throws {
    let drawing = try #require(try drawing(text))
    #expect(hex(drawing.field) == [field])
    #expect(hex(drawing.layers.first?.paint) == [ink])
  }

  @Test("letters without colours are legible", arguments: ["jane", "omar", "zoe", "sales/bob", "é"])
  func legible(_ name: String) throws {
    for text in [#"{ "initials": "A" }"#, #"{ "initials": "A", "rendering": "gradient" }"#] {
      let drawing = try #require(try drawing(text, of: name))
      let ink = try #require(drawing.layers.first?.paint.colours.first)
      for below in try #require(drawing.field).colours { #expect(ink.contrast(to: below) >= 4.5) }
    }
  }

  @Test(
    "a symbol's colours go to its layers, on nothing",
    arguments: [
      (#"{ "colors": ["red"] }"#, ["#ff0000", "#ff0000", "#ff0000"], [1, 1, 1]),
      (
        #"{ "colors": ["red"], "rendering": "hierarchical" }"#, ["#ff0000", "#ff0000", "#ff0000"],
        [1, 0.5, 0.25]
      ),
      (#"{ "colors": ["red", "blue"] }"#, ["#ff0000", "#0000ff", "#0000ff"], [1, 1, 1]),
      (#"{ "colors": ["red", "blue", "lime"] }"#, ["#ff0000", "#0000ff", "#00ff00"], [1, 1, 1]),
      (
        #"{ "colors": ["red", "blue"], "rendering": "monochrome" }"#, ["#ff0000", "#ff0000", "#ff0000"],
        [1, 1, 1]
      ),
    ] as [(String, [String], [Double])])
  func layers(_ text: String, _ colours: [String], _ opacities: [Double]) throws {
    let drawing = try #require(try drawing(text))
    #expect(drawing.field == nil)
    #expect(drawing.layers.map { hex($0.paint) } == colours.map { [$0] })
    #expect(drawing.layers.map(\.opacity) == opacities)
  }

  @Test func aSymbolWithoutColoursIsWhiteOnTheIDsColour() throws {
    let drawing = try #require(try drawing("{}", of: "jane"))
    #expect(drawing.field == .plain(Hue.of(try id("jane"))))
    #expect(drawing.layers.map { hex($0.paint) } == [["#ffffff"], ["#ffffff"], ["#ffffff"]])
  }

  @Test func aGradientIsTheSymbolsOrTheFieldOfLetters() throws {
    let gradient = #""gradient": { "from": "red", "to": "blue", "start": "top", "end": "bottom" }"#
    let star = try #require(try drawing("{ \"symbol\": \"star\", \(gradient) }"))
    #expect(star.field == nil)
    #expect(star.layers.allSatisfy { hex($0.paint) == ["#ff0000", "#0000ff"] })
    let letters = try #require(try drawing("{ \"initials\": \"A\", \(gradient) }"))
    #expect(hex(letters.field) == ["#ff0000", "#0000ff"])
  }

  @Test func whatAJobLeavesOutIsTheSettings() throws {
    let look = #"{ "symbol": "camera", "colors": ["systemRed"], "appearance": "dark" }"#
    #expect(try drawing("{}", settings: look) == drawing(look))
    #expect(
      try hex(drawing(#"{ "colors": ["systemRed"] }"#, settings: look)?.layers.first?.paint) == ["#ff453a"])
  }

  @Test func theFingerprintIsOfTheLookAndOfNothingElse() throws {
    func made(
      _ text: String, _ name: String = "jane",
      _ change: (inout Settings, inout Attributes) -> Void = { _, _ in }
    )
      throws -> [UInt8]
    {
      var settings = Settings(), attributes = Attributes(placeholder: Placeholder(text: text))
      change(&settings, &attributes)
      return Fingerprint.made(original: nil, attributes: attributes, id: try id(name), settings: settings)
    }
    let red = #"{ "symbol": "star", "colors": ["red"] }"#
    #expect(try made(red) == made(#"{ "symbol": "star", "colors": ["RED"] }"#, "omar"))
    #expect(try made(red) == made(red) { $1.placement = .centre })
    #expect(
      try made("{}") { settings, _ in settings.placeholder = Placeholder(text: red) ?? .init() } == made(red))
    let all = try [
      made(red), made("{}"), made("{}", "omar"), made(#"{ "symbol": "heart", "colors": ["red"] }"#),
      made(red) { $1.shape = .circle },
      made(red) { $1.background = .colour(.init(red: 1, green: 2, blue: 3, written: "")) },
      made(red) { settings, _ in settings.outputs.removeLast() }, made(#"{ "image": "a.png" }"#),
      made(#"{ "image": "b.png" }"#),
    ]
    #expect(Set(all).count == all.count)
  }
}
