/// As many AC coefficients as the index has codes of, to be passed over in one step.
///
/// An entry holds how many bits they take in its lowest six, how many coefficients they are from bit 8 on,
/// and in bit 15 whether EOB ends them. Entries without a whole code pass over more coefficients than there
/// are.
enum SkippingTable {
  static let indexBits = 12
  static let size = 1 << indexBits
  static let endOfBlock = 0x80
  /// A third of what a refilled reader has.
  static let mostBits = 18
  private static let none: UInt16 = 0x7f00

  /// A code and its bits.
  private struct Step {
    var codeLength = 0
    var bits = 0
    var coefficients = 0
    var endsBlock = false
  }

  static func entries(_ table: HuffmanTable) -> [UInt16] {
    let steps = steps(table)
    return (0..<size).map { entry($0, steps) }
  }

  /// The one that each index begins with.
  private static func steps(_ table: HuffmanTable) -> [Step] {
    var steps = [Step](repeating: Step(), count: size)
    for code in table.codes where code.length <= indexBits {
      let symbol = ACSymbol(code.symbol)
      let step = Step(
        codeLength: code.length, bits: code.length + symbol.size, coefficients: symbol.advance,
        endsBlock: symbol.isEndOfBlock)
      let first = code.bits << (indexBits - code.length)
      for place in first..<first + 1 << (indexBits - code.length) { steps[place] = step }
    }
    return steps
  }

  private static func entry(_ index: Int, _ steps: [Step]) -> UInt16 {
    var bits = 0
    var coefficients = 0
    while bits < indexBits {
      let step = steps[index << bits & (size - 1)]
      guard step.codeLength > 0, bits + step.codeLength <= indexBits, bits + step.bits <= mostBits else {
        break
      }
      if step.endsBlock { return UInt16((endOfBlock + coefficients) << 8 | bits + step.bits) }
      guard coefficients + step.coefficients < 64 else { break }
      bits += step.bits
      coefficients += step.coefficients
    }
    return bits == 0 ? none : UInt16(coefficients << 8 | bits)
  }
}
