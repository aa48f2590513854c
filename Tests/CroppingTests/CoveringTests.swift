import Testing

@testable import Cropping
@testable import Model

extension CroppingTests {
  @Suite("Masks and backgrounds") struct CoveringTests {
    static let red = Colour(red: 200, green: 10, blue: 0, written: "#c80a00")

    static func plain(_ size: Int, alpha: UInt8? = nil) -> Pixels {
      Pixels(width: size, height: size, bands: alpha == nil ? 3 : 4) { _, _ in
        [50, 100, 150] + (alpha.map { [$0] } ?? [])
      }
    }

    @Test(
      "a circle is the same from all four sides, and hides nothing", arguments: [1, 2, 3, 8, 47, 96, 255])
    func circle(size: Int) {
      let round = Self.plain(size).round()
      for orientation in 1...8 { #expect(Turn(orientation: orientation).applied(to: round) == round) }
      for i in stride(from: 0, to: round.samples.count, by: 4) where round.samples[i + 3] == 0 {
        #expect(round.samples[i] == 0 && round.samples[i + 1] == 0 && round.samples[i + 2] == 0)
      }
      if size != 2 { #expect(round[size / 2, size / 2][3] == 255) }
      if size > 7 { #expect(round[0, 0] == [0, 0, 0, 0]) }
    }

    @Test("a circle covers as much as its area") func area() {
      let round = Self.plain(200).round()
      let covered = stride(from: 3, to: round.samples.count, by: 4).reduce(0.0) {
        $0 + Double(round.samples[$1]) / 255
      }
      #expect(abs(covered - 31_415.9) < 30)
    }

    @Test("what lies past the photo is transparent, to the part of a pixel") func letterbox() {
      let pixels = Self.plain(10).covered(
        by: PixelSize(width: 20, height: 8), within: Square(x: -3, y: -1, side: 10))
      #expect((0..<10).map { pixels[$0, 5][3] } == [0, 0, 0, 255, 255, 255, 255, 255, 255, 255])
      #expect((0..<10).map { pixels[5, $0][3] } == [0, 255, 255, 255, 255, 255, 255, 255, 255, 0])
      let half = Self.plain(10).covered(
        by: PixelSize(width: 20, height: 20), within: Square(x: -0.5, y: 0, side: 10))
      #expect(half[0, 0][3] == 128)
      #expect(half[1, 0][3] == 255)
    }

    @Test("inside the photo nothing is covered") func inside() {
      let pixels = Self.plain(10)
      #expect(
        pixels.covered(by: PixelSize(width: 10, height: 10), within: Square(x: 0, y: 0, side: 10)) == pixels)
    }

    struct Back: CustomTestStringConvertible {
      let alpha: UInt8?
      let background: Background
      let format: OutputFormat
      let expected: [UInt8]
      var testDescription: String { "\(String(describing: alpha)) \(background) \(format)" }
    }

    @Test(
      "each format shows what it can",
      arguments: [
        Back(alpha: nil, background: .transparent, format: .webp, expected: [50, 100, 150]),
        Back(alpha: 255, background: .transparent, format: .png, expected: [50, 100, 150]),
        Back(alpha: 128, background: .transparent, format: .avif, expected: [50, 100, 150, 128]),
        Back(alpha: 0, background: .transparent, format: .webp, expected: [0, 0, 0, 0]),
        Back(alpha: 0, background: .transparent, format: .jpeg, expected: [255, 255, 255]),
        Back(alpha: 51, background: .transparent, format: .jpeg, expected: [214, 224, 234]),
        Back(alpha: 0, background: .colour(red), format: .png, expected: [200, 10, 0]),
        Back(alpha: 51, background: .colour(red), format: .webp, expected: [170, 28, 30]),
      ])
    func backgrounds(_ test: Back) {
      #expect(
        Self.plain(1, alpha: test.alpha).backed(by: test.background, for: test.format).samples
          == test.expected)
    }
  }
}
