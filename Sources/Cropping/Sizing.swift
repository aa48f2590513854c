internal import Model

/// Makes the exact square in every size that is asked for, from one decoding.
struct Sizing {
  let square: Square
  private(set) var droppedProfile: Message?
  private(set) var noticed: Message?
  /// Nil where nothing was.
  private(set) var decoder: Rendering.Decoder?
  /// Upright, without what covers them; from the largest down.
  private var made: [Sized] = []

  /// Decodes what the largest of the sizes needs.
  init(
    _ subject: borrowing Subject, _ square: Square, sizes: Set<Int>, for use: Use
  ) throws(Failure) {
    self.square = square
    let descending = sizes.sorted(by: >)
    guard let largest = descending.first else { return }
    try decode(subject, largest, use)
    for size in descending.dropFirst() { made.append(try smaller(size)) }
  }

  /// The square at one of the sizes.
  subscript(size: Int) -> Sized? { made.first { $0.width == size } }

  /// As much more than the result has as a careful eye still sees: measured, against the decoding of every pixel.
  static let margin = 1.45

  private mutating func decode(_ subject: borrowing Subject, _ side: Int, _ use: Use) throws(Failure) {
    if use.isPlain, use.halvesChroma, let planes = try subject.halved(square, side: side) {
      decoder = .region
      made.append(.ycbcr(planes))
      return
    }
    let area = Area(subject.turn.stored(square, in: subject.stored))
    let sampled = try subject.sampled(area, to: .square(side), halvesChroma: use.formats == [.jpeg])
    droppedProfile = sampled.droppedProfile
    noticed = sampled.noticed
    decoder = sampled.decoder
    made.append(.rgb(sampled.pixels))
  }

  /// From the smallest that is large enough not to show that it was resampled before, else from the largest.
  private func smaller(_ size: Int) throws(Failure) -> Sized {
    let fit = made.last { Double($0.width) >= Self.margin * Double(size) }
    guard let source = fit ?? made.first else { throw Failure(Message("detail.nothingDecoded")) }
    return try source.resampled(side: size)
  }
}

/// What is made of a square.
struct Use: Equatable, Sendable {
  /// Whether nothing of it is covered, or laid on something.
  let isPlain: Bool
  let formats: Set<OutputFormat>

  /// Whether all files have half the chroma, both ways.
  var halvesChroma: Bool { formats.allSatisfy(\.halvesChroma) }
}

/// A square at one of its sizes.
enum Sized: Equatable, Sendable {
  case rgb(Pixels)
  /// With half the chroma, for files that have no more, of the square as it is.
  case ycbcr(YCbCrPixels)

  var width: Int {
    switch self {
    case .rgb(let pixels): pixels.width
    case .ycbcr(let pixels): pixels.width
    }
  }

  fileprivate func resampled(side: Int) throws(Failure) -> Sized {
    switch self {
    case .rgb(let pixels): .rgb(try pixels.resampled(width: side, height: side))
    case .ycbcr(let pixels): .ycbcr(try pixels.halved(side: side))
    }
  }
}
