import Testing

@testable import Model

@Suite struct FrameTests {
  struct Checked: Sendable {
    let size: PixelSize
    let placement: Placement
    let crop: CropSquare

    init(
      _ width: Int, _ height: Int, _ viewport: Viewport?, _ scale: Double, _ x: Double, _ y: Double,
      _ crop: [Int]
    ) {
      size = PixelSize(width: width, height: height)
      let position = Position(x: x, y: y)
      placement =
        viewport.map { .onScreen(viewport: $0, scale: scale, position: position) }
        ?? .relative(scale: scale, position: position)
      self.crop = CropSquare(x: crop[0], y: crop[1], size: crop[2])
    }
  }

  static let phone = Viewport(width: 390, height: 844, inset: 15)

  @Test(
    "the checked values of the contract",
    arguments: [
      Checked(3024, 4032, nil, 1, 0, 0, [0, 504, 3024]),
      Checked(3024, 4032, nil, 1.6, -0.12, 0.05, [794, 977, 1890]),
      Checked(4032, 3024, nil, 2, 5, 0, [0, 756, 1512]),
      Checked(3024, 4032, phone, 1, 0, 0, [116, 620, 2791]),
      Checked(3024, 4032, phone, 1.5, 30, -20, [426, 1189, 1861]),
      Checked(4032, 3024, phone, 1, 0, 0, [155, -349, 3722]),
      Checked(4032, 3024, phone, 2, 30, -20, [930, 685, 1861]),
    ])
  func contract(_ example: Checked) {
    #expect(Frame(example.placement, in: example.size).crop == example.crop)
  }

  @Test func whatWasMovedIsTold() {
    let size = PixelSize(width: 4032, height: 3024)
    let moved = Frame(.relative(scale: 2, position: Position(x: 5, y: 0)), in: size)
    #expect(moved.asked == Square(x: -6300, y: 756, side: 1512))
    #expect(Frame(.centre, in: size).asked == nil)
  }

  @Test func onAScreenAScaleAboveFourCountsAsFour() {
    let size = PixelSize(width: 3024, height: 4032)
    let four = Frame(.onScreen(viewport: Self.phone, scale: 4, position: .centre), in: size)
    #expect(Frame(.onScreen(viewport: Self.phone, scale: 100, position: .centre), in: size) == four)
  }

  @Test func anImageSmallerThanTheViewfinderIsCentred() {
    let frame = Frame(
      .relative(scale: 0.5, position: Position(x: 0.3, y: -7)), in: PixelSize(width: 100, height: 300))
    #expect(frame.square == Square(x: -50, y: 100, side: 200))
  }

  @Test func aRectangleIsTheCentredSquareOfItsShorterSide() {
    #expect(
      CropRectangle.rectangle(x: 10, y: 20, width: 30, height: 50).square == Square(x: 10, y: 30, side: 30))
    #expect(
      CropRectangle.rectangle(x: 10, y: 20, width: 50, height: 30).square == Square(x: 20, y: 20, side: 30))
  }

  @Test(
    "rounding is half away from zero, and stays inside where the exact square did",
    arguments: [
      (Square(x: 0.5, y: 1.4, side: 2.5), CropSquare(x: 1, y: 1, size: 3)),
      (Square(x: -0.5, y: -1.5, side: 2.5), CropSquare(x: -1, y: -2, size: 3)),
      (Square(x: 7.5, y: 0, side: 2.5), CropSquare(x: 7, y: 0, size: 3)),
      (Square(x: -1e-7, y: 0, side: 10), CropSquare(x: 0, y: 0, size: 10)),
      (Square(x: 9.9, y: 9.9, side: 0.01), CropSquare(x: 9, y: 9, size: 1)),
    ])
  func rounds(_ square: Square, _ crop: CropSquare) {
    #expect(square.rounded(in: PixelSize(width: 10, height: 10)) == crop)
  }
}
