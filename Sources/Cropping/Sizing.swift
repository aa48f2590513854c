internal import Model

/// Makes the exact square in every size that is asked for, from one decoding.
struct Sizing {
  let square: Square
  private(set) var droppedProfile: Message?
  private(set) var noticed: Message?
  /// Upright, without what covers them; from the largest down.
  private var made: [Pixels] = []

  /// Decodes what the largest of the sizes needs.
  init(_ subject: borrowing Subject, _ square: Square, sizes: Set<Int>) throws(Failure) {
    self.square = square
    let descending = sizes.sorted(by: >)
    guard let largest = descending.first else { return }
    try decode(subject, largest)
    for size in descending.dropFirst() { made.append(try smaller(size)) }
  }

  /// The square at one of the sizes.
  subscript(size: Int) -> Pixels? { made.first { $0.width == size } }

  /// As much more than the result has as a careful eye still sees: measured, against the decoding of every pixel.
  static let margin = 1.45

  private mutating func decode(_ subject: borrowing Subject, _ side: Int) throws(Failure) {
    let eighths = subject.eighths(of: square.side, for: Double(side))
    let stored = subject.stored
    let sampled = try subject.picture(eighths: eighths).sampled(
      Area(subject.turn.stored(square, in: stored), eighths: eighths),
      right: Double(stored.width * eighths) / 8,
      bottom: Double(stored.height * eighths) / 8, width: side, height: side)
    droppedProfile = sampled.droppedProfile
    noticed = sampled.noticed
    made.append(subject.turn.applied(to: sampled.pixels))
  }

  /// From the smallest that is large enough not to show that it was resampled before, else from the largest.
  private func smaller(_ size: Int) throws(Failure) -> Pixels {
    let fit = made.last { Double($0.width) >= Self.margin * Double(size) }
    guard let source = fit ?? made.first else { throw Failure(Message("detail.nothingDecoded")) }
    return try source.resampled(width: size, height: size)
  }
}
