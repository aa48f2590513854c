/// Look-up tables of a scan: a slot for each pair of Huffman tables that one of its components uses.
struct DecodingTables {
  /// The slot of each component.
  private(set) var slots: [Int] = []
  private(set) var difference: [UInt16] = []
  private(set) var coefficients: [UInt32] = []
  private(set) var skipping: [UInt16] = []
  private(set) var canonical: [Int32] = []
  private var tables: [ScanHeader.Tables] = []

  /// Makes the tables, unless they are those of the scan before: most photos share theirs.
  mutating func prepare(_ scan: ScanHeader) {
    if tables.map(\.dc) == scan.tables.map(\.dc), tables.map(\.ac) == scan.tables.map(\.ac) { return }
    self = DecodingTables()
    tables = scan.tables
    for (index, table) in tables.enumerated() {
      if let same = tables[..<index].firstIndex(where: { $0.dc == table.dc && $0.ac == table.ac }) {
        slots.append(slots[same])
      } else {
        add(table)
      }
    }
  }

  private mutating func add(_ table: ScanHeader.Tables) {
    slots.append(difference.count / DifferenceTable.size)
    difference += DifferenceTable.entries(table.dc)
    coefficients += CoefficientTable.entries(table.ac)
    skipping += SkippingTable.entries(table.ac)
    canonical += CanonicalTable.entries(table.dc) + CanonicalTable.entries(table.ac)
  }
}
