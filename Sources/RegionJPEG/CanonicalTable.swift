/// Decodes codes of any length, one bit after the other (T.81 F.2.2.3): for those that the other tables are
/// too small for.
enum CanonicalTable {
  /// Those of AC codes follow those of DC codes.
  static let size = 512
  /// Both together.
  static let pairSize = 2 * size
  /// One behind the largest code of each length, as the first of 16 bits: MAXCODE.
  private static let limits = 0
  /// From a code of each length to the place of its symbol: VALPTR less MINCODE.
  private static let distances = 32
  private static let symbols = 64

  static func entries(_ table: HuffmanTable) -> [Int32] {
    var entries = [Int32](repeating: 0, count: size)
    var next = 0
    var place = 0
    for length in 1...16 {
      entries[distances + length] = Int32(place - next)
      next += Int(table.counts[length - 1])
      place += Int(table.counts[length - 1])
      entries[limits + length] = Int32(next << (16 - length))
      next <<= 1
    }
    for (index, symbol) in table.symbols.enumerated() { entries[symbols + index] = Int32(symbol) }
    return entries
  }

  /// The symbol that the next bits begin with.
  ///
  /// A code that does not exist counts as 16 bits and symbol 0.
  @inline(never)
  static func decode(_ reader: inout BitReader, _ entries: Span<Int32>, isDC: Bool) -> Int {
    guard entries.count == pairSize else { return 0 }
    let start = isDC ? 0 : size
    let code = Int32(truncatingIfNeeded: reader.bits &>> 48)
    var length = 1
    while length <= 16, code >= entries[start | limits &+ length & 31] { length &+= 1 }
    guard length <= 16 else {
      reader.skip(16)
      reader.isDamaged = true
      return 0
    }
    reader.skip(UInt64(truncatingIfNeeded: length))
    let first = code &>> Int32(truncatingIfNeeded: 16 &- length)
    let place = Int(first &+ entries[start | distances | length & 31])
    return Int(entries[start &+ symbols &+ (place & 255)]) & 255
  }
}
