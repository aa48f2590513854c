import Testing

@testable import Model

@Suite struct SettingsTests {
  @Test func whatIsNotSaidKeepsItsDefault() throws {
    #expect(try Settings(reading: bytes("{}")) == Settings())
  }

  @Test func everyKeyIsRead() throws {
    let text = """
      { "$schema": "x", "version": 1,
        "outputs": [ { "size": 1, "format": "avif", "quality": 7, "maxBytes": 9 }, { "size": 4096, "format": "png" } ],
        "shape": "circle", "background": "#123456", "placement": "attention", "enlarge": false, "workers": 4,
        "settle": 0.5, "rescan": 0, "retries": 0, "keepReplaced": 1000,
        "limits": { "bytes": 1, "pixels": 2, "side": 3, "seconds": 0.5, "memory": 67108864 }, }
      """
    var wanted = Settings()
    wanted.outputs = [
      Output(size: 1, format: .avif, quality: 7, maxBytes: 9), Output(size: 4096, format: .png),
    ]
    wanted.shape = .circle
    wanted.background = .colour(Colour(red: 0x12, green: 0x34, blue: 0x56, written: "#123456"))
    (wanted.placement, wanted.enlarge, wanted.workers) = (.attention, false, 4)
    (wanted.settle, wanted.rescan, wanted.retries, wanted.keepReplaced) = (0.5, 0, 0, 1000)
    (wanted.limits.bytes, wanted.limits.pixels, wanted.limits.side) = (1, 2, 3)
    (wanted.limits.seconds, wanted.limits.memory) = (0.5, 64 << 20)
    #expect(try Settings(reading: bytes(text)) == wanted)
  }

  @Test func theStaffDirectoryLadderCanBeNamed() throws {
    let outputs = try Settings(reading: bytes(#"{"outputs": "directory"}"#)).outputs
    #expect(outputs.map(\.size) == [48, 64, 96, 120, 240, 360, 432, 504, 648])
    #expect(outputs.allSatisfy { $0.format == .jpeg && $0.quality == nil })
    #expect(outputs.filter { $0.maxBytes != nil } == [Output(size: 96, format: .jpeg, maxBytes: 102_400)])
  }

  @Test func aPhotoForContactsKeepsAVCardBelowAMillionBytes() throws {
    let outputs = try Settings(reading: bytes(#"{"outputs": "contacts"}"#)).outputs
    let output = try #require(outputs.first)
    #expect(outputs.count == 1 && output.format == .jpeg && output.size == 1024)
    let encoded = (try #require(output.maxBytes) + 2) / 3 * 4
    let folded = encoded + encoded / 74 * "\r\n ".utf8.count
    #expect(folded < 1_000_000 - 16_384, "room for name and addresses")
  }

  @Test(
    "settings that can't be are told",
    arguments: [
      (
        #""outputs": []"#,
        "1:13 outputs| outputs is empty: no avatar would be made| List at least one size and format."
      ),
      (#""outputs": {}"#, "1:13 outputs| outputs is an object in { }| It should be a list or a text."),
      (
        #""outputs": "directroy""#,
        #"1:13 outputs| outputs is "directroy"| Did you mean "directory"? Known are directory, contacts."#
      ),
      (#""outputs": [{}]"#, #"1:14 outputs[0]| outputs[0] lacks the key "size"| Add it."#),
      (#""outputs": [{"size": 1}]"#, #"1:14 outputs[0]| outputs[0] lacks the key "format"| Add it."#),
      (#""outputs": [1]"#, "1:14 outputs[0]| outputs[0] is a number| It should be an object in { }."),
      (
        #""outputs": [{"size": 0, "format": "png"}]"#,
        "1:23 outputs[0].size| outputs[0].size is 0| It should be from 1 to 4096."
      ),
      (
        #""outputs": [{"size": 1.5, "format": "png"}]"#,
        "1:23 outputs[0].size| outputs[0].size is 1.5| It should be a whole number."
      ),
      (
        #""outputs": [{"size": 1, "format": "jpg"}]"#,
        #"1:36 outputs[0].format| outputs[0].format is "jpg"| Did you mean "jpeg"? Known are jpeg, png, webp, avif."#
      ),
      (
        #""outputs": [{"size": 1, "format": "png", "qualty": 1}]"#,
        #"1:43 outputs[0].qualty| the key "qualty" is not known here| Did you mean "quality"?"#
      ),
      (
        #""outputs": [{"size": 9, "format": "png"}, {"size": 9, "format": "png", "quality": 3}]"#,
        "1:44 outputs[1]| outputs[1] makes the same file as entry 1 of the list: ID-9.png| Keep one of them, or change its size or format."
      ),
      (
        #""placement": "centre""#,
        #"1:15 placement| placement is "centre"| Did you mean "center"? Known are center, attention."#
      ),
      (#""enlarge": 1"#, "1:13 enlarge| enlarge is a number| It should be true or false."),
      (#""workers": 257"#, "1:13 workers| workers is 257| It should be from 0 to 256."),
      (#""settle": -1"#, "1:12 settle| settle is -1| It should be from 0 to 3600."),
      (#""rescan": 0.5"#, "1:12 rescan| rescan is 0.5| It should be 0, or from 1 to 31536000."),
      (#""retries": 101"#, "1:13 retries| retries is 101| It should be from 0 to 100."),
      (
        #""limits": { "second": 1 }"#,
        #"1:14 limits.second| the key "second" is not known here| Did you mean "seconds"?"#
      ),
      (
        #""limits": { "memory": 1 }"#,
        "1:24 limits.memory| limits.memory is 1| It should be from 67108864 to 1099511627776."
      ),
      (
        #""colour": 1"#,
        #"1:2 colour| the key "colour" is not known here| Remove it, or look up its name in the README."#
      ),
      (#""shapes": 1"#, #"1:2 shapes| the key "shapes" is not known here| Did you mean "shape"?"#),
    ])
  func refuses(_ members: String, _ sentence: String) {
    #expect(
      told(problem { () throws(DocumentProblem) in try Settings(reading: bytes("{\(members)}")) }) == sentence
    )
  }

  @Test func aListWithTooManyOutputsIsRefused() {
    let outputs = (1...101).map { #"{"size": \#($0), "format": "png"}"# }.joined(separator: ",")
    let text = bytes("{\"outputs\": [\(outputs)]}")
    #expect(
      problem { () throws(DocumentProblem) in try Settings(reading: text) }?.fault
        == .tooManyOutputs(limit: 100))
  }

  @Test(
    "the nearest word is the one with the fewest slips, where they are few",
    arguments: [
      ("scale", "scale", 0), ("sclae", "scale", 1), ("scal", "scale", 1), ("scalee", "scale", 1),
      ("", "abc", 3),
      ("abc", "", 3), ("kitten", "sitting", 3), ("ca", "abc", 3),
    ])
  func distances(_ left: String, _ right: String, _ distance: Int) {
    #expect(editDistance(left, right) == distance)
  }
}
