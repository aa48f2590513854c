import Testing

@testable import Cropping
@testable import Model

extension CroppingTests {
  @Suite("Turning") struct TurnTests {
    /// Letters in the order of the eight orientations: how A B C / D E F looks upright.
    static let letters = ["ABCDEF", "CBAFED", "FEDCBA", "DEFABC", "ADBECF", "DAEBFC", "FCEBDA", "CFBEAD"]

    @Test("each of the eight orientations brings the pixels where EXIF says", arguments: 1...8)
    func pixels(orientation: Int) {
      let source = Pixels(width: 3, height: 2) { x, y in [UInt8(ascii: "A") + UInt8(y * 3 + x), 0, 0] }
      let turned = Turn(orientation: orientation).applied(to: source)
      #expect(turned.width == (orientation < 5 ? 3 : 2))
      #expect(
        stride(from: 0, to: 18, by: 3).map { turned.samples[$0] } == Array(Self.letters[orientation - 1].utf8)
      )
    }

    @Test("other orientations count as upright", arguments: [0, 9, 256, -1]) func nonsense(orientation: Int) {
      #expect(Turn(orientation: orientation) == Turn(orientation: 1))
    }

    @Test(
      "cutting out and then turning is turning and then cutting out", arguments: 1...8,
      [Rotation.none, .quarter, .half, .threeQuarters])
    func squares(orientation: Int, rotation: Rotation) throws {
      let source = Pixels.noise(width: 9, height: 7)
      let size = PixelSize(width: 9, height: 7)
      let turn = Turn(orientation: orientation, then: rotation)
      let upright = turn.applied(to: source)
      let square = Square(x: 1, y: 2, side: 4)
      let stored = turn.stored(square, in: size)
      #expect(stored.lies(inside: size))
      let first = try turn.applied(to: source.resampled(Area(stored), width: 4, height: 4))
      let last = try upright.resampled(Area(square), width: 4, height: 4)
      #expect(turn.upright(size) == PixelSize(width: upright.width, height: upright.height))
      #expect(first == last)
    }
  }
}
