// What is read from comes and goes by value, and the tables one by one: only so all of it stays in registers.

/// The value of the last `size` of `total` bits (T.81 F.2.2.1: EXTEND).
@inline(__always)
func extended(_ bits: UInt64, total: UInt64, size: UInt64) -> Int {
  let range = 1 &<< size as UInt64
  let value = bits &>> (64 &- total) & (range &- 1)
  let isNegative = value < range &>> 1
  return Int(truncatingIfNeeded: isNegative ? value &- range &+ 1 : value)
}

/// The difference of a DC coefficient to that before (T.81 F.2.2.1).
@inline(__always)
func readDifference(
  _ reader: inout BitReader, _ bytes: Span<UInt8>, _ table: Span<UInt16>, _ canonical: Span<Int32>
) -> Int {
  reader.refill(bytes)
  guard table.count == DifferenceTable.size else { return 0 }
  let entry = UInt64(table[Int(reader.bits &>> UInt64(64 - DifferenceTable.indexBits))])
  if entry == 0 {
    let (after, difference) = readLongDifference(reader, canonical)
    reader = after
    return difference
  }
  let difference = extended(reader.bits, total: entry & 63, size: entry &>> 8)
  reader.skip(entry)
  return difference
}

@inline(never)
private func readLongDifference(_ reader: BitReader, _ canonical: Span<Int32>) -> (BitReader, Int) {
  var reader = reader
  let size = UInt64(truncatingIfNeeded: CanonicalTable.decode(&reader, canonical, isDC: true) & 15)
  let difference = size == 0 ? 0 : extended(reader.bits, total: size, size: size)
  reader.skip(size)
  return (reader, difference)
}

/// Reads AC coefficients up to `last` in the zigzag, maybe one more, and passes over the others (T.81
/// F.2.2.2).
@inline(never)
func readCoefficients(
  _ start: BitReader, _ bytes: Span<UInt8>, _ table: Span<UInt32>, _ skipping: Span<UInt16>,
  _ canonical: Span<Int32>, _ places: Span<UInt8>, last: Int, into block: inout Block
) -> BitReader {
  var reader = start
  guard table.count == CoefficientTable.size, places.count == BlockLayout.count else { return reader }
  block.isFlat = true
  var next = 1
  while true {
    reader.refill(bytes)
    var entry: UInt32 = 0
    // Four times twelve bits are there.
    for _ in 0..<4 {
      entry = table[Int(reader.bits &>> UInt64(64 - CoefficientTable.indexBits))]
      reader.skip(CoefficientTable.bits(entry))
      let firstPlace = next &+ CoefficientTable.firstCovers(entry) &- 1
      next &+= CoefficientTable.bothCover(entry)
      // Without a second one, the first overwrites it.
      block[places[(next &- 1) & 255]] = CoefficientTable.second(entry)
      block[places[firstPlace & 255]] = CoefficientTable.first(entry)
      if next > last { break }
    }
    if next <= last { continue }
    if next >= 64 {
      if next == 1 &+ CoefficientTable.endOfBlock,
        CoefficientTable.bothCover(entry) == CoefficientTable.endOfBlock
      {
        return reader
      }
      (reader, next) = readEnd(reader, bytes, canonical, places, next, entry, &block)
      if next <= last { continue }
    }
    if next < 64 {
      reader.refill(bytes)
      skipCoefficients(&reader, bytes, skipping, canonical, from: next)
    }
    block.isFlat = false
    return reader
  }
}

/// What is to be done where an entry covers more than the block has; returns the next coefficient's place.
@inline(__always)
private func readEnd(
  _ start: BitReader, _ bytes: Span<UInt8>, _ canonical: Span<Int32>, _ places: Span<UInt8>, _ next: Int,
  _ entry: UInt32, _ block: inout Block
) -> (BitReader, Int) {
  let covers = CoefficientTable.bothCover(entry)
  let before = next &- covers
  let middle = before &+ CoefficientTable.firstCovers(entry)
  switch covers {
  case CoefficientTable.codeAlone:
    return readValue(start, bytes, places, middle, size: Int(CoefficientTable.first(entry)), &block)
  case CoefficientTable.endOfBlock: return (start, 64)
  case (CoefficientTable.endOfBlock + 1)..<CoefficientTable.nothing where middle < 64: return (start, 64)
  case 1..<CoefficientTable.endOfBlock where next == 64: return (start, 64)
  default: return readAgain(start, bytes, canonical, places, before, CoefficientTable.bits(entry), &block)
  }
}

/// A value whose code has been read, of the coefficient in front of `after`.
@inline(__always)
private func readValue(
  _ start: BitReader, _ bytes: Span<UInt8>, _ places: Span<UInt8>, _ after: Int, size: Int,
  _ block: inout Block
) -> (BitReader, Int) {
  var reader = start
  reader.refill(bytes)
  let size = UInt64(truncatingIfNeeded: size)
  guard places.count == BlockLayout.count else { return (reader, 64) }
  block[places[(after &- 1) & 255]] = Int16(
    truncatingIfNeeded: extended(reader.bits, total: size, size: size))
  reader.skip(size)
  reader.isDamaged = reader.isDamaged || after > 64
  return (reader, after)
}

/// Reads one coefficient, from `surplus` bits before, of any code.
@inline(never)
private func readAgain(
  _ start: BitReader, _ bytes: Span<UInt8>, _ canonical: Span<Int32>, _ places: Span<UInt8>, _ next: Int,
  _ surplus: UInt64, _ block: inout Block
) -> (BitReader, Int) {
  var reader = start
  reader.seek(reader.position &- Int(truncatingIfNeeded: surplus), bytes)
  let symbol = ACSymbol(CanonicalTable.decode(&reader, canonical, isDC: false))
  if symbol.isEndOfBlock { return (reader, 64) }
  if symbol.size == 0 {
    let after = next &+ symbol.advance
    reader.isDamaged = reader.isDamaged || after > 64
    return (reader, after)
  }
  return readValue(reader, bytes, places, next &+ symbol.advance, size: symbol.size, &block)
}

/// Passes over AC coefficients from a place in the zigzag on.
///
/// The reader has to have as many bits as one step may take.
@inline(__always)
func skipCoefficients(
  _ reader: inout BitReader, _ bytes: Span<UInt8>, _ table: Span<UInt16>, _ canonical: Span<Int32>,
  from first: Int
) {
  var next = first
  var entry: UInt64 = 0
  while next < 64 {
    // Three steps from one refilling to the next.
    if passes(&reader, table, &next, &entry) {
      reader.refill(bytes)
      if passes(&reader, table, &next, &entry), passes(&reader, table, &next, &entry) { continue }
    }
    next = endSkipping(&reader, bytes, canonical, next, entry)
  }
}

/// Goes a step on, if it does not reach the block's end.
@inline(__always)
private func passes(
  _ reader: inout BitReader, _ table: Span<UInt16>, _ next: inout Int, _ entry: inout UInt64
) -> Bool {
  guard table.count == SkippingTable.size else { return false }
  entry = UInt64(table[Int(reader.bits &>> UInt64(64 - SkippingTable.indexBits))])
  let after = next &+ Int(truncatingIfNeeded: entry &>> 8)
  guard after < 64 else { return false }
  reader.skip(entry)
  next = after
  return true
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
  let (after, place) = skipOne(reader, bytes, canonical, next)
  reader = after
  return place
}

@inline(never)
private func skipOne(
  _ reader: BitReader, _ bytes: Span<UInt8>, _ canonical: Span<Int32>, _ next: Int
) -> (BitReader, Int) {
  var reader = reader
  reader.refill(bytes)
  let symbol = ACSymbol(CanonicalTable.decode(&reader, canonical, isDC: false))
  if symbol.isEndOfBlock { return (reader, 64) }
  reader.skip(UInt64(truncatingIfNeeded: symbol.size))
  let after = next &+ symbol.advance
  reader.isDamaged = reader.isDamaged || after > 64
  return (reader, after)
}
