/// DC differences by their first bits (T.81 F.2.2.1).
///
/// An entry holds the bits of code and difference together in its lowest six, and those of the difference
/// alone from bit 8 on; it is 0 where the code is longer than the index.
enum DifferenceTable {
  static let indexBits = 10
  static let size = 1 << indexBits

  static func entries(_ table: HuffmanTable) -> [UInt16] {
    var entries = [UInt16](repeating: 0, count: size)
    for code in table.codes where code.length <= indexBits {
      let first = code.bits << (indexBits - code.length)
      let entry = UInt16(code.length + code.symbol | code.symbol << 8)
      for place in first..<first + 1 << (indexBits - code.length) { entries[place] = entry }
    }
    return entries
  }
}
