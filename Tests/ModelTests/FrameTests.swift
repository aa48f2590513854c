import Testing

@testable import Model

@Suite struct FrameTests {
  @Test func theImageJustCoversTheViewfinderAtScaleOne() {
    let frame = Frame(.centre, in: PixelSize(width: 3024, height: 4032))
    #expect(frame.crop == CropSquare(x: 0, y: 504, size: 3024))
  }
}
