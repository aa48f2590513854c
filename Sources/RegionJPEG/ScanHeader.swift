/// How the scan's data is decoded.
struct ScanHeader: Sendable, Equatable {
  /// The tables of one component.
  struct Tables: Sendable, Equatable {
    let quantization: QuantizationTable
    let dc: HuffmanTable
    let ac: HuffmanTable
  }

  /// One for each component of the frame.
  let tables: [Tables]
  /// MCUs between two restart markers; 0: there are none (T.81 B.2.4.4).
  let restartInterval: Int
  /// Where the entropy-coded data begins.
  let dataOffset: Int
}
