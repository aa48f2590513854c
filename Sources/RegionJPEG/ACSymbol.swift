/// What an AC code stands for (T.81 F.1.2.2.1).
struct ACSymbol {
  /// Zeros in front of the coefficient: RRRR.
  let run: Int
  /// Bits of the coefficient: SSSS.
  let size: Int

  init(_ symbol: Int) {
    run = symbol >> 4
    size = symbol & 15
  }

  /// EOB: the rest of the block is zero.
  ///
  /// Symbols that T.81 leaves undefined count as it, like in libjpeg.
  var isEndOfBlock: Bool { size == 0 && run != 15 }

  /// Coefficients that it covers: 16 for ZRL.
  var advance: Int { run + 1 }
}
