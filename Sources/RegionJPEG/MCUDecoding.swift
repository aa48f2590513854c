// What changes in the loops comes and goes by value: only so it stays in registers.

/// PRED of each component.
typealias Predictions = InlineArray<4, Int>

/// Reads MCUs of one row, that begin `column` and `row` MCUs behind the region's first one, and reconstructs
/// them: fewer than wanted where the next one may not be in the buffer as a whole.
///
/// Returns how many.
@inline(never)
func decodeMCUs(
  _ start: BitReader, _ predictions: inout Predictions, _ wanted: Int, limit: Int,
  _ components: ComponentScans, count: Int, column: Int, row: Int, _ bytes: Span<UInt8>,
  _ differences: Span<UInt16>, _ coefficients: Span<UInt32>, _ skipping: Span<UInt16>,
  _ canonical: Span<Int32>, _ places: Span<UInt8>, _ multipliers: Span<SIMD4<Float>>,
  _ cosines: Span<SIMD4<Float>>, _ samples: inout MutableSpan<UInt8>
) -> (BitReader, Int) {
  var reader = start
  let slots = DecodingTables.slotCount
  guard differences.count == slots * DifferenceTable.size, skipping.count == slots * SkippingTable.size,
    coefficients.count == slots * CoefficientTable.size, canonical.count == slots * CanonicalTable.pairSize,
    places.count == slots * BlockLayout.count, multipliers.count == slots * BlockLayout.multiplierCount,
    cosines.count == slots * CosineBasis.vectorCount
  else { return (reader, wanted) }
  var blocks = Blocks(repeating: Block())
  var done = 0
  while done < wanted, reader.position < limit {
    reader = readMCU(
      reader, &predictions, components, count: count, bytes, differences, coefficients, skipping, canonical,
      places, &blocks)
    // Only then: what has just been stored one by one is not there yet to be loaded as vectors.
    reconstructMCU(
      &blocks, components, count: count, column: column &+ done, row: row, multipliers, cosines, &samples)
    done &+= 1
  }
  return (reader, done)
}

@inline(__always)
private func readMCU(
  _ start: BitReader, _ predictions: inout Predictions, _ components: ComponentScans, count: Int,
  _ bytes: Span<UInt8>, _ differences: Span<UInt16>, _ coefficients: Span<UInt32>, _ skipping: Span<UInt16>,
  _ canonical: Span<Int32>, _ places: Span<UInt8>, _ blocks: inout Blocks
) -> BitReader {
  var reader = start
  var block = 0
  var index = 0
  while index < count {
    let component = components[index & 3]
    let difference = differences.extracting(droppingFirst: (component.slot & 3) &* DifferenceTable.size)
      .extracting(first: DifferenceTable.size)
    let pairs = coefficients.extracting(droppingFirst: (component.slot & 3) &* CoefficientTable.size)
      .extracting(first: CoefficientTable.size)
    let skip = skipping.extracting(droppingFirst: (component.slot & 3) &* SkippingTable.size)
      .extracting(first: SkippingTable.size)
    let codes = canonical.extracting(droppingFirst: (component.slot & 3) &* CanonicalTable.pairSize)
      .extracting(first: CanonicalTable.pairSize)
    let place = places.extracting(droppingFirst: (index & 3) &* BlockLayout.count)
      .extracting(first: BlockLayout.count)
    var left = component.across &* component.down
    while left > 0 {
      let prediction = predictions[index & 3] &+ readDifference(&reader, bytes, difference, codes)
      predictions[index & 3] = prediction
      blocks[block & 15][0] = Int16(truncatingIfNeeded: prediction)
      reader = readCoefficients(
        reader, bytes, pairs, skip, codes, place, last: component.last, into: &blocks[block & 15])
      block &+= 1
      left &-= 1
    }
    index &+= 1
  }
  return reader
}

@inline(__always)
private func reconstructMCU(
  _ blocks: inout Blocks, _ components: ComponentScans, count: Int, column: Int, row: Int,
  _ multipliers: Span<SIMD4<Float>>, _ cosines: Span<SIMD4<Float>>, _ samples: inout MutableSpan<UInt8>
) {
  var block = 0
  var index = 0
  while index < count {
    let component = components[index & 3]
    let factors = multipliers.extracting(droppingFirst: (index & 3) &* BlockLayout.multiplierCount)
      .extracting(first: BlockLayout.multiplierCount)
    let cosine = cosines.extracting(droppingFirst: (index & 3) &* CosineBasis.vectorCount)
      .extracting(first: CosineBasis.vectorCount)
    let first =
      component.offset &+ row &* component.height &* component.stride &+ column &* component.width
    var down = 0
    while down < component.down {
      var target = BlockTarget(
        offset: first &+ down &* component.size &* component.stride, stride: component.stride)
      var across = 0
      while across < component.across {
        reconstruct(&blocks[block & 15], size: component.size, factors, cosine, &samples, target)
        target.offset &+= component.size
        block &+= 1
        across &+= 1
      }
      down &+= 1
    }
    index &+= 1
  }
}
