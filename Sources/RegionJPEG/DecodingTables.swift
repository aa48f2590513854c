/// Look-up tables of a scan: a slot for each pair of Huffman tables that one of its components uses.
///
/// There is always room for four slots: where the counts are known, and slots masked, look-ups need no
/// comparison.
struct DecodingTables {
  static let slotCount = 4

  /// The slot of each component.
  private(set) var slots: [Int] = []
  private(set) var differences = [UInt16](repeating: 0, count: slotCount * DifferenceTable.size)
  private(set) var coefficients = [UInt32](repeating: 0, count: slotCount * CoefficientTable.size)
  private(set) var skipping = [UInt16](repeating: 0, count: slotCount * SkippingTable.size)
  private(set) var canonical = [Int32](repeating: 0, count: slotCount * CanonicalTable.pairSize)
  private var tables: [ScanHeader.Tables] = []

  /// Makes the tables, unless they are those of the scan before: most photos share theirs.
  mutating func prepare(_ scan: ScanHeader) {
    if tables.map(\.dc) == scan.tables.map(\.dc), tables.map(\.ac) == scan.tables.map(\.ac) { return }
    tables = scan.tables
    slots = []
    for (index, table) in tables.enumerated() {
      let same = tables[..<index].firstIndex { $0.dc == table.dc && $0.ac == table.ac }
      slots.append(same.map { slots[$0] } ?? index)
      if same == nil { fill(index, table) }
    }
  }

  private mutating func fill(_ slot: Int, _ table: ScanHeader.Tables) {
    Self.replace(slot, of: &differences, DifferenceTable.entries(table.dc))
    Self.replace(slot, of: &coefficients, CoefficientTable.entries(table.ac))
    Self.replace(slot, of: &skipping, SkippingTable.entries(table.ac))
    Self.replace(slot, of: &canonical, CanonicalTable.entries(table.dc) + CanonicalTable.entries(table.ac))
  }

  private static func replace<Entry>(_ slot: Int, of table: inout [Entry], _ entries: [Entry]) {
    table.replaceSubrange(slot * entries.count..<(slot + 1) * entries.count, with: entries)
  }
}
