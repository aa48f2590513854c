internal import Model

/// Decides where the viewfinder goes on a photo that nobody has placed yet.
enum Placing {
  /// The most salient square; the centre where there is no choice.
  static func salient(_ subject: borrowing Subject) throws(Failure) -> Placement {
    let size = subject.upright
    guard size.width != size.height else { return .centre }
    let small = try subject.turn.applied(to: overview(subject))
    let found = try small.laid(on: 255, 255, 255).salient()
    let side = Double(min(size.width, size.height))
    let square = Square(
      x: along(size.width, found.x, of: small.width, side), y: along(size.height, found.y, of: small.height, side),
      side: side)
    return Frame.placement(of: square, in: size)
  }

  /// The free room along one axis, shared as it is on the small picture.
  private static func along(_ length: Int, _ found: Int, of small: Int, _ side: Double) -> Double {
    min(max(0, Double(found) * Double(length) / Double(small)), Double(length) - side)
  }

  private static let overviewSide = 192.0

  /// The whole picture, small, as it is stored.
  private static func overview(_ subject: borrowing Subject) throws(Failure) -> Pixels {
    let stored = subject.stored
    let width = Double(stored.width), height = Double(stored.height)
    let scale = min(1, overviewSide / min(width, height), 4 * overviewSide / max(width, height))
    let shrink = subject.shrink(min(width, height), keeping: 1.45 * scale * min(width, height))
    let all = Area(x: 0, y: 0, width: width / Double(shrink), height: height / Double(shrink))
    return try subject.picture(shrunk: shrink).sampled(
      all, right: all.width, bottom: all.height, width: max(1, Int(width * scale)), height: max(1, Int(height * scale))
    ).pixels
  }
}
