/// Which coefficients a reconstruction of so many samples squared needs, and where it has them in a `Block`.
struct BlockLayout {
  /// Samples in a row of the reconstructed block, 1...8.
  let size: Int
  /// For each place in the zigzag, and those behind its end that a damaged file leads to, the one in the block.
  let places: [UInt8]
  /// The last one in the zigzag that is needed.
  let last: Int

  /// Entries of `places`: more than any code can reach.
  static let count = 256

  init(size: Int) {
    self.size = size
    var places = [UInt8](repeating: UInt8(Block.unused), count: Self.count)
    for (index, natural) in ZigZag.natural.enumerated() where natural & 7 < size && natural >> 3 < size {
      places[index] = UInt8(Self.place(natural, size))
    }
    self.places = places
    last = places.lastIndex { $0 < Block.unused } ?? 0
  }

  /// Places that are cleared behind each block.
  var extent: Int { size <= 4 ? 16 : 64 }

  /// Small blocks lie on their side: the small reconstruction begins with their columns.
  private static func place(_ natural: Int, _ size: Int) -> Int {
    size <= 4 ? 4 * (natural & 7) + natural >> 3 : natural
  }

  /// What each place's coefficient is multiplied with: its quantization step, and what the reconstruction left to it.
  func multipliers(_ table: QuantizationTable) -> [Float] {
    var multipliers = [Float](repeating: 0, count: 64)
    for (index, natural) in ZigZag.natural.enumerated() where places[index] < Block.unused {
      let factor = CosineBasis.factor(natural & 7, size: size) * CosineBasis.factor(natural >> 3, size: size)
      multipliers[Int(places[index])] = Float(Double(table.steps[index]) * factor)
    }
    return multipliers
  }
}
