/// Cosines of the inverse DCT (T.81 A.3.3), of as many points as samples are wanted: a block of 8 loses its higher frequencies.
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

  static let halfCount = 8

  /// The cosines of the first four samples: of each even frequency, then of each odd one.
  ///
  /// The other samples mirror them: even frequencies are the same there, odd ones negative.
  static func halves(size: Int) -> [SIMD4<Float>] {
    [0, 2, 4, 6, 1, 3, 5, 7].map { frequency in
      var cosines = SIMD4<Float>()
      for sample in 0..<4 {
        cosines[sample] = Float(cosine(sample: sample, frequency: frequency, size: size))
      }
      return cosines
    }
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
