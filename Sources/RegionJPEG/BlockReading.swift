// The tables come one by one: a structure of them would be copied at each look-up.

/// The value of the last `size` of `total` bits (T.81 F.2.2.1: EXTEND).
@inline(__always)
func extended(_ bits: UInt64, total: UInt64, size: UInt64) -> Int {
  let range = 1 &<< size as UInt64
  let value = bits &>> (64 &- total) & (range &- 1)
  let isNegative = value < range &>> 1
  return Int(truncatingIfNeeded: isNegative ? value &- range &+ 1 : value)
}

/// The difference of a DC coefficient to that before (T.81 F.2.2.1). Leaves at least 25 bits in the reader.
@inline(__always)
func readDifference(
  _ reader: inout BitReader, _ bytes: Span<UInt8>, _ table: Span<UInt16>, _ canonical: Span<Int32>
) -> Int {
  reader.refill(bytes)
  guard table.count == DifferenceTable.size else { return 0 }
  let entry = UInt64(table[Int(reader.bits &>> UInt64(64 - DifferenceTable.indexBits))])
  if entry == 0 { return readLongDifference(&reader, canonical) }
  let difference = extended(reader.bits, total: entry & 63, size: entry &>> 8)
  reader.skip(entry)
  return difference
}

private func readLongDifference(_ reader: inout BitReader, _ canonical: Span<Int32>) -> Int {
  let size = UInt64(truncatingIfNeeded: CanonicalTable.decode(&reader, canonical, isDC: true) & 15)
  defer { reader.skip(size) }
  return size == 0 ? 0 : extended(reader.bits, total: size, size: size)
}

/// What `readCoefficients` returns of a block that has none.
let emptyBlock = 128

/// Reads AC coefficients up to `last` in the zigzag, maybe one more (T.81 F.2.2.2). Returns the next one's place there: 64
/// and more at the end of the block.
@inline(__always)
func readCoefficients(
  _ reader: inout BitReader, _ bytes: Span<UInt8>, _ table: Span<UInt32>, _ canonical: Span<Int32>,
  _ places: Span<UInt8>, last: Int, into block: inout Block
) -> Int {
  guard table.count == CoefficientTable.size, places.count == BlockLayout.count else { return 64 }
  var next = 1
  var entry: UInt64 = 0
  while true {
    reader.refill(bytes)
    entry = readPair(&reader, table, places, &next, &block)
    if next <= last {
      entry = readPair(&reader, table, places, &next, &block)
      if next <= last { continue }
    }
    if next < 64 { return next }
    next = endBlock(&reader, bytes, canonical, places, next, entry, &block)
    if next > last { return next }
  }
}

@inline(__always)
private func readPair(
  _ reader: inout BitReader, _ table: Span<UInt32>, _ places: Span<UInt8>, _ next: inout Int,
  _ block: inout Block
) -> UInt64 {
  guard table.count == CoefficientTable.size, places.count == BlockLayout.count else { return 0 }
  let bits = reader.bits
  let entry = UInt64(table[Int(bits &>> UInt64(64 - CoefficientTable.indexBits))])
  let first = CoefficientTable.first(entry)
  let second = CoefficientTable.secondSize(entry)
  let firstPlace = next &+ CoefficientTable.firstCovers(entry) &- 1
  next &+= CoefficientTable.bothCover(entry)
  reader.skip(entry)
  // Without a second one, the first overwrites it.
  block[Int(places[(next &- 1) & 255])] = Int32(
    truncatingIfNeeded: extended(bits, total: CoefficientTable.bits(entry), size: second))
  block[Int(places[firstPlace & 255])] = Int32(
    truncatingIfNeeded: extended(bits, total: first.total, size: first.size))
  return entry
}

/// Where a pair has reached the block's end: gives back what was not its own, or goes on with a code that is too long for the
/// table. Returns the next coefficient's place.
@inline(never)
private func endBlock(
  _ reader: inout BitReader, _ bytes: Span<UInt8>, _ canonical: Span<Int32>, _ places: Span<UInt8>,
  _ next: Int, _ entry: UInt64, _ block: inout Block
) -> Int {
  if CoefficientTable.bits(entry) == 0 {
    return readLong(&reader, bytes, canonical, places, next &- CoefficientTable.endOfBlock, &block)
  }
  let covered = CoefficientTable.firstCovers(entry)
  let bothCover = CoefficientTable.bothCover(entry)
  if covered >= CoefficientTable.endOfBlock { return next == 1 &+ bothCover ? emptyBlock : 64 }
  let middle = next &- bothCover &+ covered
  if middle >= 64, bothCover > covered {
    let surplus = CoefficientTable.bits(entry) &- CoefficientTable.first(entry).total
    reader.seek(reader.position &- Int(truncatingIfNeeded: surplus), bytes)
  }
  if middle > 64 || next > 64 && middle < 64 && bothCover < CoefficientTable.endOfBlock {
    reader.isDamaged = true
  }
  return 64
}

private func readLong(
  _ reader: inout BitReader, _ bytes: Span<UInt8>, _ canonical: Span<Int32>, _ places: Span<UInt8>,
  _ next: Int, _ block: inout Block
) -> Int {
  reader.refill(bytes)
  let symbol = ACSymbol(CanonicalTable.decode(&reader, canonical, isDC: false))
  if symbol.isEndOfBlock { return 64 }
  let size = UInt64(truncatingIfNeeded: symbol.size)
  let after = next &+ symbol.advance
  if size > 0, places.count == BlockLayout.count {
    block[Int(places[(after &- 1) & 255])] = Int32(
      truncatingIfNeeded: extended(reader.bits, total: size, size: size))
  }
  reader.skip(size)
  if after > 64 { reader.isDamaged = true }
  return after
}

/// Passes over AC coefficients from a place in the zigzag on.
@inline(__always)
func skipCoefficients(
  _ reader: inout BitReader, _ bytes: Span<UInt8>, _ table: Span<UInt16>, _ canonical: Span<Int32>,
  from first: Int
) {
  guard table.count == SkippingTable.size else { return }
  var next = first
  while next < 64 {
    reader.refill(bytes)
    for _ in 0..<3 {
      let entry = UInt64(table[Int(reader.bits &>> UInt64(64 - SkippingTable.indexBits))])
      let after = next &+ Int(truncatingIfNeeded: entry &>> 8)
      guard after < 64 else {
        next = endSkipping(&reader, bytes, canonical, next, entry)
        break
      }
      reader.skip(entry)
      next = after
    }
  }
}

/// Where a step leads to the block's end, or behind it: returns where to go on.
@inline(__always)
private func endSkipping(
  _ reader: inout BitReader, _ bytes: Span<UInt8>, _ canonical: Span<Int32>, _ next: Int, _ entry: UInt64
) -> Int {
  let covered = Int(truncatingIfNeeded: entry &>> 8 & 127)
  let endsBlock = entry &>> 8 >= SkippingTable.endOfBlock
  if endsBlock && next &+ covered < 64 || !endsBlock && next &+ covered == 64 {
    reader.skip(entry)
    return 64
  }
  return skipOne(&reader, bytes, canonical, next)
}

@inline(never)
private func skipOne(
  _ reader: inout BitReader, _ bytes: Span<UInt8>, _ canonical: Span<Int32>, _ next: Int
) -> Int {
  reader.refill(bytes)
  let symbol = ACSymbol(CanonicalTable.decode(&reader, canonical, isDC: false))
  if symbol.isEndOfBlock { return 64 }
  reader.skip(UInt64(truncatingIfNeeded: symbol.size))
  let after = next &+ symbol.advance
  if after > 64 { reader.isDamaged = true }
  return after
}
