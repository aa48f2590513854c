import Testing

@testable import Model

@Suite struct OptionsTests {
  @Test func allOptionsAreRead() throws {
    var options = Options()
    (options.scale, options.position, options.viewport) = ("1.6", "-0.12,.05", "390x844,15")
    (options.rotation, options.shape, options.background) = ("90", "circle", "#fff")
    let placement = Placement.onScreen(
      viewport: Viewport(width: 390, height: 844), scale: 1.6, position: Position(x: -0.12, y: 0.05))
    let white = Colour(red: 255, green: 255, blue: 255, written: "#fff")
    #expect(
      try options.attributes()
        == Attributes(placement: placement, rotation: .quarter, shape: .circle, background: .colour(white)))
  }

  @Test func noOptionsAreNoAttributesAndNoOutputs() throws {
    #expect(try Options().attributes() == Attributes())
    #expect(try Options().outputs() == nil)
  }

  @Test func aCropHasTwoForms() throws {
    var options = Options()
    options.crop = "-1,2.5,30"
    #expect(try options.attributes().placement == .crop(.square(x: -1, y: 2.5, size: 30)))
    options.crop = "1,2,30x40"
    #expect(try options.attributes().placement == .crop(.rectangle(x: 1, y: 2, width: 30, height: 40)))
  }

  @Test func aViewportHasAnInsetOfFifteen() throws {
    var options = Options()
    options.viewport = "390x844"
    #expect(
      try options.attributes().placement
        == .onScreen(viewport: Viewport(width: 390, height: 844, inset: 15), scale: 1, position: .centre))
  }

  @Test(
    "options of attributes that can't be are told",
    arguments: [
      (\.scale, "500", "1:1 --scale| --scale is 500| It should be from 0.1 to 100."),
      (\.scale, "big", "1:1 --scale| --scale is \"big\"| Write it as a number."),
      (\.scale, "", "1:1 --scale| --scale is \"\"| Write it as a number."),
      (\.scale, "0x10", "1:1 --scale| --scale is \"0x10\"| Write it as a number."),
      (\.scale, "1e999", "1:1 --scale| \"1e999\" is not finite| Write an ordinary number."),
      (\.scale, "-inf", "1:1 --scale| \"-inf\" is not finite| Write an ordinary number."),
      (\.position, "1", "1:1 --position| --position is \"1\"| Write it as X,Y."),
      (\.position, "1,", "1:1 --position| --position is \"1,\"| Write it as X,Y."),
      (\.position, "1,2,3", "1:1 --position| --position is \"1,2,3\"| Write it as X,Y."),
      (
        \.position, "1,1e7",
        "1:1 --position.y| --position.y is 10000000| It should be from -1000000 to 1000000."
      ),
      (
        \.viewport, "390,844",
        "1:1 --viewport| --viewport is \"390,844\"| Write it as WIDTHxHEIGHT or WIDTHxHEIGHT,INSET."
      ),
      (
        \.viewport, "390x844,200",
        "1:1 --viewport.inset| --viewport.inset is 200| It should be at least 0 and less than 195."
      ),
      (\.crop, "1,2", "1:1 --crop| --crop is \"1,2\"| Write it as X,Y,SIZE or X,Y,WIDTHxHEIGHT."),
      (\.crop, "1,2,0", "1:1 --crop.size| --crop.size is 0| It should be from 0.01 to 1000000."),
      (\.rotation, "45", "1:1 --rotation| --rotation is 45| It should be one of 0, 90, 180, 270."),
      (
        \.shape, "cirle",
        "1:1 --shape| --shape is \"cirle\"| Did you mean \"circle\"? Known are square, circle."
      ),
      (
        \.background, "#12345678",
        "1:1 --background| --background is \"#12345678\": a background is a full colour or none| Write #rrggbb, or transparent."
      ),
    ] as [(any WritableKeyPath<Options, String?> & Sendable, String, String)])
  func refusesAttributes(
    _ option: any WritableKeyPath<Options, String?> & Sendable, _ text: String, _ sentence: String
  ) {
    var options = Options()
    options[keyPath: option] = text
    #expect(told(problem { () throws(DocumentProblem) in try options.attributes() }) == sentence)
  }

  @Test func cropExcludesScaleHereToo() {
    var options = Options()
    (options.crop, options.scale) = ("1,2,3", "2")
    let found = problem { () throws(DocumentProblem) in try options.attributes() }
    #expect(found?.fault == .excluded("scale", by: "crop"))
    #expect(found?.keyPath == "--scale")
  }

  @Test(
    "outputs are one for each size",
    arguments: [
      (["64", "32"], "png", nil, nil, [Output(size: 64, format: .png), Output(size: 32, format: .png)]),
      ([], nil, "70", "9000", [Output(size: 512, format: .webp, quality: 70, maxBytes: 9000)]),
      (["96"], nil, nil, nil, [Output(size: 96, format: .webp)]),
    ] as [([String], String?, String?, String?, [Output])])
  func outputs(
    _ sizes: [String], _ format: String?, _ quality: String?, _ maxBytes: String?, _ wanted: [Output]
  ) throws {
    var options = Options()
    (options.sizes, options.format, options.quality, options.maxBytes) = (sizes, format, quality, maxBytes)
    #expect(try options.outputs() == wanted)
  }

  @Test(
    "options of outputs that can't be are told",
    arguments: [
      (["0"], nil, nil, nil, "1:1 --size| --size is 0| It should be from 1 to 4096."),
      (
        ["9", "9"], nil, nil, nil,
        "1:1 --size| --size makes the same file as entry 1 of the list: ID-9.webp| Keep one of them, or change its size or format."
      ),
      (
        [], "jpg", nil, nil,
        "1:1 --format| --format is \"jpg\"| Did you mean \"jpeg\"? Known are jpeg, png, webp, avif."
      ),
      ([], nil, "101", nil, "1:1 --quality| --quality is 101| It should be from 1 to 100."),
      ([], nil, nil, "0.5", "1:1 --max-bytes| --max-bytes is 0.5| It should be from 1 to 1073741824."),
    ] as [([String], String?, String?, String?, String)])
  func refusesOutputs(
    _ sizes: [String], _ format: String?, _ quality: String?, _ maxBytes: String?, _ sentence: String
  ) {
    var options = Options()
    (options.sizes, options.format, options.quality, options.maxBytes) = (sizes, format, quality, maxBytes)
    #expect(told(problem { () throws(DocumentProblem) in try options.outputs() }) == sentence)
  }
}
