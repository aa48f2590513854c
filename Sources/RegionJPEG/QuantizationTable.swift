/// The step sizes of one component's coefficients (T.81 A.3.4, B.2.4.1).
struct QuantizationTable: Sendable, Equatable {
  /// 64 of them, in zigzag order.
  let steps: [UInt16]

  init(_ cursor: inout SegmentCursor, _ bytes: Span<UInt8>, areWords: Bool) throws(JPEGError) {
    var steps: [UInt16] = []
    steps.reserveCapacity(64)
    for _ in 0..<64 {
      let step = areWords ? try cursor.word(bytes) : try cursor.byte(bytes)
      steps.append(UInt16(truncatingIfNeeded: step))
    }
    self.steps = steps
  }
}
