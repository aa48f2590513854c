import Importing
import Model
import Testing

/// Values of independent readers of Apple's cards.
@Suite struct ClipTests {
  @Test func `a clip rectangle counts its rows from the bottom`() {
    let clip = ClipRectangle(x: 60, y: 179, width: 181, height: 181)
    #expect(clip.crop(inHeight: 388) == .rectangle(x: 60, y: 28, width: 181, height: 181))
  }

  @Test func `a clip rectangle may reach past the photo`() {
    let clip = ClipRectangle(x: -76, y: -76, width: 200, height: 200)
    #expect(clip.crop(inHeight: 48).square == Square(x: -76, y: -76, side: 200))
  }
}
