/// One or two AC coefficients by the bits that come next, as many as the index has in whole.
///
/// An entry has, from the lowest bit on: the bits that they take, 4; how many coefficients the first covers,
/// 5; how many both cover, 7; the first's value, 8; the second's, 8. Without a second one its value is 0, and
/// both cover what the first does. What is no such thing covers more than a block has.
enum CoefficientTable {
  static let indexBits = 12
  static let size = 1 << indexBits
  /// EOB covers this, beside what the first does if it comes second.
  static let endOfBlock = 64
  /// The index has the first code, but not all bits of its value: the entry has that code's length, and the
  /// size of the value.
  static let codeAlone = 127
  /// The index has no code.
  static let nothing = 126

  static func entries(_ table: HuffmanTable) -> [UInt32] {
    var codes = [HuffmanTable.Code?](repeating: nil, count: size)
    for code in table.codes where code.length <= indexBits {
      let first = code.bits << (indexBits - code.length)
      for place in first..<first + 1 << (indexBits - code.length) { codes[place] = code }
    }
    return (0..<size).map { entry($0, codes) }
  }

  private static func entry(_ index: Int, _ codes: [HuffmanTable.Code?]) -> UInt32 {
    guard let code = codes[index] else { return packed(bits: 0, 1, nothing, 0, 0) }
    let symbol = ACSymbol(code.symbol)
    if symbol.isEndOfBlock { return packed(bits: code.length, 1, endOfBlock, 0, 0) }
    guard let first = Coefficient(index, code), abs(first.value) < 128 else {
      return packed(bits: code.length, symbol.advance, codeAlone, symbol.size, 0)
    }
    let rest = index << first.bits & (size - 1)
    guard let next = codes[rest], first.bits + next.length <= indexBits else {
      return packed(bits: first.bits, first.covers, first.covers, first.value, 0)
    }
    if ACSymbol(next.symbol).isEndOfBlock {
      return packed(bits: first.bits + next.length, first.covers, first.covers + endOfBlock, first.value, 0)
    }
    guard let second = Coefficient(rest, next), first.bits + second.bits <= indexBits, abs(second.value) < 128
    else { return packed(bits: first.bits, first.covers, first.covers, first.value, 0) }
    return packed(
      bits: first.bits + second.bits, first.covers, first.covers + second.covers, first.value, second.value)
  }

  private static func packed(
    bits: Int, _ firstCovers: Int, _ bothCover: Int, _ first: Int, _ second: Int
  ) -> UInt32 {
    UInt32(bits | firstCovers << 4 | bothCover << 9 | (first & 255) << 16 | (second & 255) << 24)
  }

  /// One that an index begins with.
  private struct Coefficient {
    let bits: Int
    let covers: Int
    let value: Int

    /// nil where its bits are more than the index has.
    init?(_ index: Int, _ code: HuffmanTable.Code) {
      let symbol = ACSymbol(code.symbol)
      bits = code.length + symbol.size
      guard bits <= indexBits else { return nil }
      covers = symbol.advance
      value = extended(
        UInt64(index) << UInt64(64 - indexBits), total: UInt64(bits), size: UInt64(symbol.size))
    }
  }
}

extension CoefficientTable {
  @inline(__always)
  static func bits(_ entry: UInt32) -> UInt64 { UInt64(entry & 15) }

  @inline(__always)
  static func firstCovers(_ entry: UInt32) -> Int { Int(entry &>> 4 & 31) }

  @inline(__always)
  static func bothCover(_ entry: UInt32) -> Int { Int(entry &>> 9 & 127) }

  @inline(__always)
  static func first(_ entry: UInt32) -> Int16 { Int16(Int8(truncatingIfNeeded: entry &>> 16)) }

  @inline(__always)
  static func second(_ entry: UInt32) -> Int16 { Int16(truncatingIfNeeded: Int32(bitPattern: entry) &>> 24) }
}
