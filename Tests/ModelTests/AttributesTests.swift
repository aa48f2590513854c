import Testing

@testable import Model

@Suite struct AttributesTests {
  static let screen = Viewport(width: 390, height: 844, inset: 15)

  static func relative(_ scale: Double, _ x: Double, _ y: Double) -> Attributes {
    Attributes(placement: .relative(scale: scale, position: Position(x: x, y: y)))
  }

  static func onScreen(_ scale: Double, _ x: Double, _ y: Double) -> Attributes {
    Attributes(placement: .onScreen(viewport: screen, scale: scale, position: Position(x: x, y: y)))
  }

  static let readable: [(String, Attributes)] = [
    ("", Attributes()),
    (#""scale": 1.6, "position": { "x": -0.12, "y": 0.05 }"#, relative(1.6, -0.12, 0.05)),
    (#""scale": 2"#, relative(2, 0, 0)),
    (#""scale": 100"#, relative(100, 0, 0)),
    (#""scale": 0.1"#, relative(0.1, 0, 0)),
    (#""position": { "x": 1 }"#, relative(1, 1, 0)),
    (#""offset": { "x": 1, "y": -1e6 }"#, relative(1, 1, -1e6)),
    (#""viewport": { "width": 390, "height": 844 }"#, onScreen(1, 0, 0)),
    (
      #""viewport": { "width": 390, "height": 844, "inset": 15 }, "xWidth": 30, "yHeight": -20"#,
      onScreen(1, 30, -20)
    ),
    (#""viewport": { "width": 390, "height": 844 }, "yHeight": 3, "scale": 5"#, onScreen(5, 0, 3)),
    (
      #""viewport": { "width": 390, "height": 844 }, "position": { "x": 30, "y": -20 }"#, onScreen(1, 30, -20)
    ),
    (
      #""crop": { "x": -1.5, "y": 2, "size": 30.25 }"#,
      Attributes(placement: .crop(.square(x: -1.5, y: 2, size: 30.25)))
    ),
    (
      #""crop": { "x": 1, "y": 2, "width": 30, "height": 40 }"#,
      Attributes(placement: .crop(.rectangle(x: 1, y: 2, width: 30, height: 40)))
    ),
    (#""rotation": 270, "shape": "circle""#, Attributes(rotation: .threeQuarters, shape: .circle)),
    (#""rotation": 0, "background": "transparent""#, Attributes(background: .transparent)),
  ]

  @Test("attributes are read", arguments: readable)
  func reads(_ members: String, _ attributes: Attributes) throws {
    let job = try Job(reading: bytes("{\(members)}"), named: path("jane.job.json"))
    #expect(job.action == .place(attributes))
    #expect(
      try Manifest(reading: bytes("{\"attributes\": {\(members)}}"), id: id("jane")).attributes == attributes)
  }

  @Test(
    "attributes that can't be are told with their place, key and remedy",
    arguments: [
      (#""scal": 1"#, #"1:2 scal| the key "scal" is not known here| Did you mean "scale"?"#),
      (#""psoition": 1"#, #"1:2 psoition| the key "psoition" is not known here| Did you mean "position"?"#),
      (#""XWidth": 1"#, #"1:2 XWidth| the key "XWidth" is not known here| Did you mean "xWidth"?"#),
      (
        #""zoom": 1"#,
        #"1:2 zoom| the key "zoom" is not known here| Remove it, or look up its name in the README."#
      ),
      (#""scale": 0.05"#, "1:11 scale| scale is 0.05| It should be from 0.1 to 100."),
      (#""scale": 101"#, "1:11 scale| scale is 101| It should be from 0.1 to 100."),
      (#""scale": "2""#, "1:11 scale| scale is a text| It should be a number."),
      (#""scale": null"#, "1:11 scale| scale is null| It should be a number."),
      (#""position": [1, 2]"#, "1:14 position| position is a list| It should be an object in { }."),
      (
        #""position": { "x": 1e7 }"#,
        "1:21 position.x| position.x is 10000000| It should be from -1000000 to 1000000."
      ),
      (
        #""offset": { "z": 1 }"#,
        #"1:14 offset.z| the key "z" is not known here| Remove it, or look up its name in the README."#
      ),
      (
        #""offset": {}, "position": {}"#,
        #"1:2 offset| "position" and "offset" are two names of one thing| Keep one of them."#
      ),
      (
        #""position": {}, "xWidth": 1"#,
        #"1:18 xWidth| "position" and "xWidth" are two names of one thing| Keep one of them."#
      ),
      (
        #""yHeight": 1"#,
        #"1:2 yHeight| "yHeight" is in points on a screen, but there is no "viewport"| Add "viewport" with the screen's width and height, or use "position"."#
      ),
      (#""viewport": { "width": 390 }"#, #"1:14 viewport| viewport lacks the key "height"| Add it."#),
      (
        #""viewport": { "width": 0, "height": 1 }"#,
        "1:25 viewport.width| viewport.width is 0| It should be from 0.01 to 1000000."
      ),
      (
        #""viewport": { "width": 390, "height": 844, "inset": 195 }"#,
        "1:54 viewport.inset| viewport.inset is 195| It should be at least 0 and less than 195."
      ),
      (
        #""viewport": { "width": 20, "height": 30 }"#,
        "1:14 viewport.inset| viewport.inset is 15| It should be at least 0 and less than 10."
      ),
      (#""crop": { "x": 1, "y": 1 }"#, #"1:10 crop| crop lacks the key "size"| Add it."#),
      (#""crop": { "x": 1, "size": 1 }"#, #"1:10 crop| crop lacks the key "y"| Add it."#),
      (#""crop": { "x": 1, "y": 1, "width": 1 }"#, #"1:10 crop| crop lacks the key "height"| Add it."#),
      (
        #""crop": { "x": 1, "y": 1, "size": 1, "width": 1 }"#,
        #"1:39 crop.width| "width" cannot stand beside "size"| Remove one of them."#
      ),
      (
        #""crop": { "x": 1, "y": 1, "size": 0 }"#,
        "1:36 crop.size| crop.size is 0| It should be from 0.01 to 1000000."
      ),
      (#""crop": {}, "scale": 1"#, #"1:14 scale| "scale" cannot stand beside "crop"| Remove one of them."#),
      (
        #""viewport": {}, "crop": {}"#,
        #"1:2 viewport| "viewport" cannot stand beside "crop"| Remove one of them."#
      ),
      (#""rotation": 45"#, #"1:14 rotation| rotation is 45| It should be one of 0, 90, 180, 270."#),
      (#""rotation": -90"#, #"1:14 rotation| rotation is -90| It should be one of 0, 90, 180, 270."#),
      (#""rotation": "90""#, "1:14 rotation| rotation is a text| It should be a number."),
      (#""shape": "round""#, #"1:11 shape| shape is "round"| Known are square, circle."#),
      (
        #""shape": "Circel""#,
        #"1:11 shape| shape is "Circel"| Did you mean "circle"? Known are square, circle."#
      ),
    ])
  func refuses(_ members: String, _ sentence: String) throws {
    let name = try path("jane.job.json")
    let found = problem { () throws(DocumentProblem) in try Job(reading: bytes("{\(members)}"), named: name) }
    #expect(told(found) == sentence)
  }

  @Test(
    "colours are read in any of their notations",
    arguments: [
      ("#fff", 255, 255, 255), ("#1aF", 17, 170, 255), ("#3c5a7E", 60, 90, 126), ("white", 255, 255, 255),
      ("Navy", 0, 0, 128), ("systemRed", 255, 59, 48), ("systemOrange", 255, 149, 0),
      ("systemYellow", 255, 204, 0),
      ("systemGreen", 52, 199, 89), ("systemMint", 0, 199, 190), ("systemTeal", 48, 176, 199),
      ("systemCyan", 50, 173, 230), ("systemBlue", 0, 122, 255), ("systemIndigo", 88, 86, 214),
      ("systemPurple", 175, 82, 222), ("systemPink", 255, 45, 85), ("systemBrown", 162, 132, 94),
      ("systemGray", 142, 142, 147), ("systemGray2", 174, 174, 178), ("systemGray3", 199, 199, 204),
      ("systemGray4", 209, 209, 214), ("systemGray5", 229, 229, 234), ("systemGray6", 242, 242, 247),
    ] as [(String, UInt8, UInt8, UInt8)])
  func colours(_ written: String, _ red: UInt8, _ green: UInt8, _ blue: UInt8) throws {
    let settings = try Settings(reading: bytes(#"{"background": "\#(written)"}"#))
    #expect(settings.background == .colour(Colour(red: red, green: green, blue: blue, written: written)))
  }

  @Test(
    "what is no colour is told",
    arguments: [
      ("whit", .notAColour("whit", nearest: "white")),
      ("sytemBlue", .notAColour("sytemBlue", nearest: "systemBlue")),
      ("clear", .notAColour("clear", nearest: "transparent")), ("", .notAColour("", nearest: nil)),
      ("#12", .notAColour("#12", nearest: nil)), ("#-12", .notAColour("#-12", nearest: nil)),
      ("#12345g", .notAColour("#12345g", nearest: nil)), ("#", .notAColour("#", nearest: nil)),
      ("#11223344", .colourWithAlpha("#11223344")), ("#123f", .colourWithAlpha("#123f")),
    ] as [(String, DocumentProblem.Fault)])
  func noColours(_ written: String, _ fault: DocumentProblem.Fault) {
    let text = bytes(#"{"background": "\#(written)"}"#)
    #expect(problem { () throws(DocumentProblem) in try Settings(reading: text) }?.fault == fault)
  }
}
