import Testing

@testable import Model

/// What holds for all images and placements, tried on many.
@Suite struct FramePropertyTests {
  private static let rounds = 2000

  private func near(_ left: Square, _ right: Square, within tolerance: Double = 1e-6) -> Bool {
    let most = tolerance * max(1, abs(left.x), abs(left.y), left.side)
    return abs(left.x - right.x) <= most && abs(left.y - right.y) <= most
      && abs(left.side - right.side) <= most
  }

  @Test func fromScaleOneOnTheSquareStaysInside() {
    var dice = Dice(seed: 10)
    for _ in 0..<Self.rounds {
      let size = dice.size(), position = dice.position()
      let frame = Frame(.relative(scale: dice.number(1...100), position: position), in: size)
      #expect(frame.square.lies(inside: size))
    }
  }

  @Test func onlyAnAxisThatIsTooShortIsLeft() {
    var dice = Dice(seed: 11)
    for _ in 0..<Self.rounds {
      let size = dice.size()
      let square = Frame(.relative(scale: dice.number(0.1...1), position: dice.position()), in: size).square
      for (edge, length) in [(square.x, Double(size.width)), (square.y, Double(size.height))] {
        let isInside = edge >= -Square.tolerance && edge + square.side <= length + Square.tolerance
        #expect(square.side > length ? abs(edge * 2 + square.side - length) < 1e-6 : isInside)
      }
    }
  }

  @Test func aMovedImageMovesTheSquareTheOtherWay() {
    var dice = Dice(seed: 12)
    for _ in 0..<Self.rounds {
      let size = dice.size(), scale = dice.number(1...100), step = dice.number(-1...1)
      let from = Position(x: dice.number(-2...2), y: dice.number(-2...2))
      let before = Frame(.relative(scale: scale, position: from), in: size)
      let after = Frame(.relative(scale: scale, position: Position(x: from.x + step, y: from.y)), in: size)
      guard before.asked == nil, after.asked == nil else { continue }
      let moved = before.square.x - step * before.square.side
      #expect(near(after.square, Square(x: moved, y: before.square.y, side: before.square.side)))
    }
  }

  /// With a viewfinder of `d` points, a position of `p` points is one of `p / d` diameters; the scales differ by how
  /// the image fits the screen.
  @Test func screenAndViewfinderAgreeInsideTheImage() {
    var dice = Dice(seed: 13)
    var compared = 0
    for _ in 0..<Self.rounds {
      let size = dice.size(), viewport = dice.screen()
      let diameter = min(viewport.width, viewport.height) - 2 * viewport.inset
      let position = Position(x: dice.number(-200...200), y: dice.number(-200...200))
      let onScreen = Frame(
        .onScreen(viewport: viewport, scale: dice.number(1...4), position: position), in: size)
      guard onScreen.square.lies(inside: size) else { continue }
      compared += 1
      let relative = Placement.relative(
        scale: Double(min(size.width, size.height)) / onScreen.square.side,
        position: Position(x: position.x / diameter, y: position.y / diameter))
      #expect(near(Frame(relative, in: size).square, onScreen.square))
    }
    #expect(compared > Self.rounds / 20)
  }

  /// On a square screen without inset, a square image fits just as it covers the viewfinder: the scales are equal.
  @Test func aSquareImageOnASquareScreenHasTheSameScale() {
    var dice = Dice(seed: 14)
    for _ in 0..<Self.rounds {
      let side = dice.integer(1...30000), screen = dice.number(10...2000), scale = dice.number(1...4)
      let size = PixelSize(width: side, height: side)
      let edge = (1 - 1 / scale) / 2 * scale
      let position = Position(x: dice.number(-edge...edge), y: dice.number(-edge...edge))
      let onScreen = Placement.onScreen(
        viewport: Viewport(width: screen, height: screen, inset: 0), scale: scale,
        position: Position(x: position.x * screen, y: position.y * screen))
      #expect(
        near(
          Frame(onScreen, in: size).square,
          Frame(.relative(scale: scale, position: position), in: size).square))
    }
  }

  @Test func aCropIsTakenAsItIs() {
    var dice = Dice(seed: 15)
    for _ in 0..<Self.rounds {
      let square = Square(
        x: dice.number(-1e6...1e6), y: dice.number(-1e6...1e6), side: dice.number(0.01...1e6))
      let crop = CropRectangle.square(x: square.x, y: square.y, size: square.side)
      let frame = Frame(.crop(crop), in: dice.size())
      #expect(frame.square == square)
      #expect(frame.asked == nil)
    }
  }

  @Test func theRoundedSquareOfOneInsideLiesInside() {
    var dice = Dice(seed: 16)
    for _ in 0..<Self.rounds {
      let size = dice.size()
      let side = dice.number(0.01...Double(min(size.width, size.height)))
      let square = Square(
        x: dice.number(0...Double(size.width) - side), y: dice.number(0...Double(size.height) - side),
        side: side)
      let crop = square.rounded(in: size)
      let whole = Square(x: Double(crop.x), y: Double(crop.y), side: Double(crop.size))
      #expect(crop.size >= 1)
      #expect(whole.lies(inside: size))
    }
  }

  @Test func aSquareInsideHasAPlacementThatGivesItBack() {
    var dice = Dice(seed: 17)
    for _ in 0..<Self.rounds {
      let size = dice.size()
      let side = dice.number(0.01...1) * Double(min(size.width, size.height))
      let square = Square(
        x: dice.number(0...Double(size.width) - side), y: dice.number(0...Double(size.height) - side),
        side: side)
      #expect(near(Frame(Frame.placement(of: square, in: size), in: size).square, square))
    }
  }

  @Test func extremesGiveFiniteSquares() {
    let sizes = [(1, 1), (1, 30000), (30000, 1), (30000, 30000)].map { PixelSize(width: $0.0, height: $0.1) }
    let edges = [0.01, 1e6].flatMap { width in [0.01, 1e6].map { (width, $0) } }
    for size in sizes {
      for scale in [0.1, 1, 100] {
        for far in [-1e6, 0, 1e6] {
          let position = Position(x: far, y: -far)
          expectFinite(Frame(.relative(scale: scale, position: position), in: size))
          for (width, height) in edges {
            for inset in [0, (min(width, height) / 2).nextDown] {
              let viewport = Viewport(width: width, height: height, inset: inset)
              expectFinite(Frame(.onScreen(viewport: viewport, scale: scale, position: position), in: size))
            }
          }
        }
      }
    }
  }

  private func expectFinite(_ frame: Frame) {
    #expect(frame.square.x.isFinite && frame.square.y.isFinite && frame.square.side.isFinite)
    #expect(frame.square.side > 0 && frame.crop.size >= 1)
  }
}

extension Dice {
  /// From one pixel to the largest side, small ones as often as large ones.
  fileprivate mutating func size() -> PixelSize {
    PixelSize(
      width: integer(1...one(of: [3, 100, 4000, 30000])), height: integer(1...one(of: [3, 100, 4000, 30000])))
  }

  fileprivate mutating func screen() -> Viewport {
    let width = number(100...2000), height = number(100...2000)
    return Viewport(width: width, height: height, inset: number(0...0.4) * min(width, height))
  }
}
