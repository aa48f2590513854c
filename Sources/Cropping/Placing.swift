internal import Model

/// Decides where the viewfinder goes on a photo that nobody has placed yet.
enum Placing {
  /// The most salient square; the centre where there is no choice.
  static func salient(_ subject: borrowing Subject) throws(Failure) -> Placement {
    let size = subject.upright
    guard size.width != size.height else { return .centre }
    let small = try overview(subject).laid(on: 255, 255, 255)
    let side = Double(min(size.width, size.height))
    let offset =
      Double(Salience(small).offset) * Double(max(size.width, size.height))
      / Double(max(small.width, small.height))
    let kept = min(offset, Double(max(size.width, size.height)) - side)
    let square =
      size.width > size.height ? Square(x: kept, y: 0, side: side) : Square(x: 0, y: kept, side: side)
    return Frame.placement(of: square, in: size)
  }

  private static let overviewSide = 192.0

  /// The whole picture, small and upright.
  private static func overview(_ subject: borrowing Subject) throws(Failure) -> Pixels {
    let stored = subject.stored
    let width = Double(stored.width), height = Double(stored.height)
    let scale = min(1, overviewSide / min(width, height), 4 * overviewSide / max(width, height))
    let all = Area(x: 0, y: 0, width: width, height: height)
    let small = PixelSize(width: max(1, Int(width * scale)), height: max(1, Int(height * scale)))
    return try subject.sampled(all, to: small, halvesChroma: true).pixels
  }
}
