/// One or two AC coefficients by the codes that the index has.
///
/// From the lowest bit on an entry has: all bits that they take, 6; the bits of the second's value, 4; of the first's code, 4;
/// of the first's value, 4; coefficients that the first covers, 7; that both cover, 7. EOB covers 64 of them and more. Without
/// a second one its value has no bits, and both cover what the first does. Without a first one all bits are 0.
enum CoefficientTable {
  static let indexBits = 12
  static let size = 1 << indexBits
  /// What EOB covers: all of a block, and none of its places.
  static let endOfBlock = 64
  /// Half of what a refilled reader has.
  static let mostBits = 28
  /// No whole code: leads to the end of any block, too.
  private static let none = UInt32(endOfBlock << 18 | endOfBlock << 25)

  static func entries(_ table: HuffmanTable) -> [UInt32] {
    let codes = firstCodes(table)
    return (0..<size).map { entry($0, codes) }
  }

  private static func firstCodes(_ table: HuffmanTable) -> [HuffmanTable.Code?] {
    var codes = [HuffmanTable.Code?](repeating: nil, count: size)
    for code in table.codes where code.length <= indexBits {
      let first = code.bits << (indexBits - code.length)
      for place in first..<first + 1 << (indexBits - code.length) { codes[place] = code }
    }
    return codes
  }

  private static func entry(_ index: Int, _ codes: [HuffmanTable.Code?]) -> UInt32 {
    guard let code = codes[index] else { return none }
    let first = ACSymbol(code.symbol)
    if first.isEndOfBlock {
      return packed(bits: code.length, second: 0, code: code.length, first: 0, endOfBlock, endOfBlock)
    }
    let bits = code.length + first.size
    let alone = packed(
      bits: bits, second: 0, code: code.length, first: first.size, first.advance, first.advance)
    guard bits < indexBits, let next = codes[index << bits & (size - 1)], bits + next.length <= indexBits
    else { return alone }
    let second = ACSymbol(next.symbol)
    let both = bits + next.length + (second.isEndOfBlock ? 0 : second.size)
    guard both <= mostBits else { return alone }
    return packed(
      bits: both, second: second.isEndOfBlock ? 0 : second.size, code: code.length, first: first.size,
      first.advance, first.advance + (second.isEndOfBlock ? endOfBlock : second.advance))
  }

  private static func packed(
    bits: Int, second: Int, code: Int, first: Int, _ firstCovers: Int, _ bothCover: Int
  ) -> UInt32 {
    UInt32(bits | second << 6 | code << 10 | first << 14 | firstCovers << 18 | bothCover << 25)
  }
}

extension CoefficientTable {
  @inline(__always)
  static func bits(_ entry: UInt64) -> UInt64 { entry & 63 }

  @inline(__always)
  static func secondSize(_ entry: UInt64) -> UInt64 { entry &>> 6 & 15 }

  /// Bits of the first value, and of it and its code together.
  @inline(__always)
  static func first(_ entry: UInt64) -> (size: UInt64, total: UInt64) {
    let size = entry &>> 14 & 15
    return (size, size &+ (entry &>> 10 & 15))
  }

  @inline(__always)
  static func firstCovers(_ entry: UInt64) -> Int { Int(truncatingIfNeeded: entry &>> 18 & 127) }

  @inline(__always)
  static func bothCover(_ entry: UInt64) -> Int { Int(truncatingIfNeeded: entry &>> 25) }
}
