/// Cosines of the inverse DCT (T.81 A.3.3), of as many points as samples are wanted: a block of 8 loses its
/// higher frequencies.
enum CosineBasis {
  /// cos((2x + 1) u pi / 2N).
  static func cosine(sample x: Int, frequency u: Int, size: Int) -> Double {
    cosine(Double((2 * x + 1) * u % (4 * size)) * .pi / Double(2 * size))
  }

  /// What a coefficient is multiplied with in one direction, before the reconstruction sums it up.
  static func factor(_ frequency: Int, size: Int) -> Double {
    if frequency == 0 { return 0.125.squareRoot() }
    switch (size, frequency) {
    case (2, _), (4, 2): return 0.5 * 0.5.squareRoot()
    case (3, 1): return 0.25 * 3.0.squareRoot()
    case (3, _): return 0.25
    case (4, _): return 0.5 * cosine(.pi / 8)
    default: return 0.5
    }
  }

  static let vectorCount = 16

  /// The cosines of the first four samples: of each even frequency, then of each odd one; then once more, for
  /// each sample those of the even frequencies and of the odd ones.
  ///
  /// The other samples mirror them: even frequencies are the same there, odd ones negative.
  static func vectors(size: Int) -> [SIMD4<Float>] {
    let frequencies = [0, 2, 4, 6, 1, 3, 5, 7]
    let byFrequency = frequencies.map { frequency in
      four { cosine(sample: $0, frequency: frequency, size: size) }
    }
    let bySample = (0..<4).flatMap { sample in
      [0, 4].map { first in
        four { cosine(sample: sample, frequency: frequencies[first + $0], size: size) }
      }
    }
    return byFrequency + bySample
  }

  private static func four(_ value: (Int) -> Double) -> SIMD4<Float> {
    SIMD4(Float(value(0)), Float(value(1)), Float(value(2)), Float(value(3)))
  }

  /// Of an angle in 0...2 pi, by its power series: the standard library has none.
  private static func cosine(_ angle: Double) -> Double {
    let square = (angle - .pi) * (angle - .pi)
    var term = 1.0
    var sum = 0.0
    for step in 0..<16 {
      sum += term
      term *= -square / Double((2 * step + 1) * (2 * step + 2))
    }
    return -sum
  }
}
