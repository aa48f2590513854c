/// Passes over MCUs: fewer than wanted where the next one may not be in the buffer as a whole.
///
/// Returns how many. What changes in the loops comes and goes by value: only so it stays in registers.
@inline(never)
func skipMCUs(
  _ start: BitReader, _ predictions: inout Predictions, _ wanted: Int, limit: Int,
  _ components: ComponentScans, count: Int, _ bytes: Span<UInt8>, _ differences: Span<UInt16>,
  _ skipping: Span<UInt16>, _ canonical: Span<Int32>
) -> (BitReader, Int) {
  var reader = start
  var done = 0
  let slots = DecodingTables.slotCount
  guard differences.count == slots * DifferenceTable.size, skipping.count == slots * SkippingTable.size,
    canonical.count == slots * CanonicalTable.pairSize
  else { return (reader, wanted) }
  while done < wanted, reader.position < limit {
    var index = 0
    while index < count {
      let component = components[index & 3]
      let difference = differences.extracting(droppingFirst: (component.slot & 3) &* DifferenceTable.size)
        .extracting(first: DifferenceTable.size)
      let skip = skipping.extracting(droppingFirst: (component.slot & 3) &* SkippingTable.size)
        .extracting(first: SkippingTable.size)
      let codes = canonical.extracting(droppingFirst: (component.slot & 3) &* CanonicalTable.pairSize)
        .extracting(first: CanonicalTable.pairSize)
      var prediction = predictions[index & 3]
      var left = component.across &* component.down
      while left > 0 {
        prediction &+= readDifference(&reader, bytes, difference, codes)
        skipCoefficients(&reader, bytes, skip, codes, from: 1)
        left &-= 1
      }
      predictions[index & 3] = prediction
      index &+= 1
    }
    done &+= 1
  }
  return (reader, done)
}
