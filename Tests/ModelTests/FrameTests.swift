import Testing

@testable import Model

@Suite struct FrameTests {
  static let phone = Viewport(width: 390, height: 844, inset: 15)

  @Test("the checked values, which hold on the page too", arguments: try GeometryTable.frames())
  func table(_ example: GeometryTable.Row) throws {
    let placement = try #require(example.placement)
    let frame = Frame(placement, in: example.size)
    #expect(frame.crop == example.crop)
    if let square = example.square { #expect(frame.square == square) }
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

  @Test(
    "rounding is half away from zero, and stays inside where the exact square did",
    arguments: try GeometryTable.rounded())
  func rounds(_ example: GeometryTable.Row) throws {
    #expect(try #require(example.square).rounded(in: example.size) == example.crop)
  }
}
