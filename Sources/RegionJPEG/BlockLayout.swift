/// Which coefficients a reconstruction of so many samples squared needs, and where it has them in a `Block`.
struct BlockLayout {
  /// Samples in a row of the reconstructed block, 1...8.
  let size: Int
  /// For each place in the zigzag, and those behind its end that a damaged file leads to, the one in the
  /// block.
  let places: [UInt8]
  /// The last one in the zigzag that is needed.
  let last: Int

  /// Entries of `places`: more than any code can reach.
  static let count = 256

  init(size: Int) {
    self.size = size
    var places = [UInt8](repeating: UInt8(Block.unused), count: Self.count)
    for (index, natural) in ZigZag.natural.enumerated() where natural & 7 < size && natural >> 3 < size {
      places[index] = UInt8(size <= 4 ? 4 * (natural >> 3) + natural & 7 : natural)
    }
    self.places = places
    last = places.lastIndex { $0 < Block.unused } ?? 0
  }

  static let multiplierCount = 16

  /// What a component's coefficients are multiplied with: their quantization steps, and what the
  /// reconstruction left to it.
  ///
  /// Of small blocks, for each coefficient what it adds to a row of samples; of others, for four
  /// coefficients.
  func multipliers(_ table: QuantizationTable) -> [SIMD4<Float>] {
    var multipliers = [SIMD4<Float>](repeating: .zero, count: Self.multiplierCount)
    for (index, natural) in ZigZag.natural.enumerated() where places[index] < Block.unused {
      let place = Int(places[index])
      let step = Double(table.steps[index]) * CosineBasis.factor(natural >> 3, size: size)
      for sample in 0..<4 where size <= 4 {
        let cosine = CosineBasis.cosine(sample: sample, frequency: natural & 7, size: size)
        multipliers[place][sample] = Float(step * cosine * (natural & 7 == 0 ? 0.125.squareRoot() : 0.5))
      }
      if size > 4 {
        multipliers[place / 4][place % 4] = Float(step * CosineBasis.factor(natural & 7, size: size))
      }
    }
    return multipliers
  }
}
