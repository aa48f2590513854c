/// A Huffman table as it is stored (T.81 B.2.4.2).
struct HuffmanTable: Sendable, Equatable {
  /// A code and what it stands for.
  struct Code {
    /// Bits, 1...16.
    let length: Int
    let bits: Int
    let symbol: Int
  }

  /// How many codes there are of each length from 1 to 16 bits: BITS.
  let counts: [UInt8]
  /// What they stand for, the shortest first: HUFFVAL.
  let symbols: [UInt8]

  init(_ cursor: inout SegmentCursor, _ bytes: Span<UInt8>, isDC: Bool) throws(JPEGError) {
    let start = cursor.offset
    counts = try cursor.bytes(16, bytes)
    let total = counts.reduce(0) { $0 + Int($1) }
    guard total <= 256 else { throw .malformed(offset: start) }
    symbols = try cursor.bytes(total, bytes)
    guard codesFit, !isDC || symbols.allSatisfy({ $0 < 16 }) else { throw .malformed(offset: start) }
  }

  /// Whether all codes differ, and none of them is all ones (T.81 C.2).
  private var codesFit: Bool {
    var next = 0
    for (index, count) in counts.enumerated() {
      next += Int(count)
      if count > 0, next >= 2 << index { return false }
      next <<= 1
    }
    return true
  }

  /// All codes, the shortest first (T.81, figures C.1 and C.2).
  var codes: [Code] {
    var codes: [Code] = []
    var next = 0
    for (index, count) in counts.enumerated() {
      for _ in 0..<count {
        codes.append(Code(length: index + 1, bits: next, symbol: Int(symbols[codes.count])))
        next += 1
      }
      next <<= 1
    }
    return codes
  }
}
