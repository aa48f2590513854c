/// Where the viewfinder lies on an upright image: section "Geometry" of the README, as pure functions.
package struct Frame: Hashable, Sendable {
  /// The exact square that avatars are resampled from.
  package let square: Square
  /// The same in whole pixels.
  package let crop: CropSquare
  /// Where the asked-for square was moved to stay inside the image: what was asked.
  package let asked: Square?

  init(_ square: Square, asked: Square? = nil, in size: PixelSize) {
    self.square = square
    crop = square.rounded(in: size)
    self.asked = asked
  }

  /// Finds the square for a placement; the same numbers give the same square.
  package init(_ placement: Placement, in size: PixelSize) {
    switch placement {
    case .relative(let scale, let position):
      self = Self.relative(scale: scale, position: position, in: size)
    case .onScreen(let viewport, let scale, let position):
      self = Frame(Self.onScreen(viewport, scale: scale, position: position, in: size), in: size)
    case .crop(let rectangle):
      self = Frame(rectangle.square, in: size)
    }
  }

  /// The unit of `position` is the viewfinder's diameter, so the same numbers hold at every size.
  private static func relative(scale: Double, position: Position, in size: PixelSize) -> Frame {
    let width = Double(size.width), height = Double(size.height)
    let side = min(width, height) / scale
    let asked = Square(
      x: width / 2 - position.x * side - side / 2, y: height / 2 - position.y * side - side / 2, side: side)
    let used = Square(
      x: kept(asked.x, side, within: width), y: kept(asked.y, side, within: height), side: side)
    let moved = abs(used.x - asked.x) > Square.tolerance || abs(used.y - asked.y) > Square.tolerance
    return Frame(used, asked: moved ? asked : nil, in: size)
  }

  /// The edge nearest to `edge` that keeps the side inside; centred where the image is shorter than the side.
  private static func kept(_ edge: Double, _ side: Double, within length: Double) -> Double {
    side > length ? (length - side) / 2 : max(0, min(edge, length - side))
  }

  /// PhotoSelectAndCrop's numbers: points on a screen, on which the whole image was fitted and then scaled.
  private static func onScreen(_ viewport: Viewport, scale: Double, position: Position, in size: PixelSize)
    -> Square
  {
    let width = Double(size.width), height = Double(size.height)
    let fit = min(viewport.width / width, viewport.height / height) * min(scale, Viewport.largestScale)
    let shown = (width: width * fit, height: height * fit)
    let shorter = min(viewport.width, viewport.height)
    return Square(
      x: ((shown.width - shorter) / 2 + viewport.inset - position.x) / fit,
      y: ((shown.height - shorter) / 2 + viewport.inset - position.y) / fit,
      side: (shorter - 2 * viewport.inset) / fit)
  }

  /// The placement without viewport that gives this square, so that it can be edited from there.
  ///
  /// For a square that lies inside the image. One that reaches past it is moved or centred when its placement is
  /// framed again; and one smaller than a hundredth of the image has a scale that no document allows. Such a square is
  /// kept exactly only as a `crop`.
  package static func placement(of square: Square, in size: PixelSize) -> Placement {
    let scale = Double(min(size.width, size.height)) / square.side
    return .relative(
      scale: scale,
      position: Position(
        x: (Double(size.width) / 2 - square.x - square.side / 2) / square.side,
        y: (Double(size.height) / 2 - square.y - square.side / 2) / square.side))
  }
}
