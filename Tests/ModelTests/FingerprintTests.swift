import Testing

@testable import Model

private let jane: AvatarID = {
  guard let jane = AvatarID("jane") else { fatalError("jane is an id") }
  return jane
}()

@Suite struct FingerprintTests {
  private func made(_ attributes: Attributes = Attributes(), _ change: (inout Settings) -> Void = { _ in })
    -> [UInt8]
  {
    var settings = Settings()
    change(&settings)
    return Fingerprint.made(original: "ab", attributes: attributes, id: jane, settings: settings)
  }

  @Test func itsTextIsFixed() {
    let text =
      #"{ "version": 1, "original": "ab", "attributes": { "scale": 1, "position": { "x": 0, "y": 0 }, "#
      + #""shape": "square" }, "background": "transparent", "outputs": ["#
      + #"{ "size": 512, "format": "webp", "quality": 80, "maxBytes": null }, "#
      + #"{ "size": 256, "format": "webp", "quality": 80, "maxBytes": null }, "#
      + #"{ "size": 96, "format": "jpeg", "quality": 85, "maxBytes": null }], "enlarge": true }"#
    #expect(String(decoding: made(Attributes(placement: .centre)), as: UTF8.self) == text)
  }

  @Test func theSameDecisionsGiveTheSameBytes() {
    let navy = Colour(red: 0, green: 0, blue: 128, written: "navy")
    let other = Colour(red: 0, green: 0, blue: 128, written: "#000080")
    #expect(made(Attributes(shape: .square, background: .transparent)) == made())
    #expect(made(Attributes(background: .colour(navy))) == made { $0.background = .colour(other) })
    #expect(made { $0.outputs[0].quality = 80 } == made())
    #expect(
      made {
        $0.placement = .attention
        $0.limits.pixels = 1
        ($0.workers, $0.settle, $0.rescan, $0.retries, $0.keepReplaced) = (1, 2, 3, 4, 5)
      } == made())
    #expect(
      made { $0.outputs = [Output(size: 1, format: .png, quality: 5)] }
        == made { $0.outputs = [Output(size: 1, format: .png)] })
  }

  @Test func otherDecisionsGiveOtherBytes() {
    let all = [
      made(), made(Attributes(placement: .centre)), made(Attributes(rotation: .half)),
      made(Attributes(shape: .circle)),
      made(Attributes(background: .colour(Colour(red: 0, green: 0, blue: 0, written: "black")))),
      made { $0.enlarge = false }, made { $0.outputs[0].quality = 81 }, made { $0.outputs[1].maxBytes = 81 },
      made { $0.outputs[2].size = 97 }, made { $0.outputs[2].format = .png },
      made { $0.outputs.removeLast() },
      Fingerprint.made(original: "ac", attributes: Attributes(), id: jane, settings: Settings()),
    ]
    #expect(Set(all).count == all.count)
  }
}
