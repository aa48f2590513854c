/// Reads all coefficients of a scan, with the functions that a region is decoded with: for tests to compare.
package struct WholeScan {
  private let header: JPEGHeader
  private var tables = DecodingTables()
  private let layout = BlockLayout(size: 8)

  /// Of a file whose data is sound.
  package init(_ header: JPEGHeader) {
    self.header = header
    tables.prepare(header.scan)
  }

  /// For each component its blocks, row after row, in natural order, with those that fill up the last MCUs.
  package func coefficients(_ bytes: Span<UInt8>) -> [[Int16]] {
    var found = header.components.map { component in
      let blocks =
        component.horizontalSampling * component.verticalSampling * header.mcusAcross * header.mcusDown
      return [Int16](repeating: 0, count: 64 * blocks)
    }
    var buffer = [UInt8](repeating: 0, count: EntropyCodedSegment.size + EntropyCodedSegment.slack)
    var segment = EntropyCodedSegment(from: header.scan.dataOffset)
    var state = ScanState()
    for mcu in 0..<header.mcusAcross * header.mcusDown {
      if header.scan.restartInterval > 0, mcu > 0, mcu % header.scan.restartInterval == 0 {
        _ = segment.restart(bytes)
        state.restart()
      }
      if state.reader.position >= segment.limit, !segment.isAtEnd {
        var span = buffer.mutableSpan
        let place = state.reader.place
        segment.fill(bytes, &span, keepingFrom: place)
        state.reader.move(by: place)
      }
      read(mcu, buffer.span, &state, &found)
    }
    return found
  }

  private func read(_ mcu: Int, _ buffer: Span<UInt8>, _ state: inout ScanState, _ found: inout [[Int16]]) {
    for (index, component) in header.components.enumerated() {
      let width = header.mcusAcross * component.horizontalSampling
      for down in 0..<component.verticalSampling {
        for across in 0..<component.horizontalSampling {
          let row = mcu / header.mcusAcross * component.verticalSampling + down
          let column = mcu % header.mcusAcross * component.horizontalSampling + across
          let block = read(index, buffer, &state)
          for place in 0..<64 {
            found[index][64 * (row * width + column) + place] = block[UInt8(truncatingIfNeeded: place)]
          }
        }
      }
    }
  }

  private func read(_ index: Int, _ buffer: Span<UInt8>, _ state: inout ScanState) -> Block {
    let slot = tables.slots[index]
    let codes = tables.canonical.span.extracting(droppingFirst: slot * CanonicalTable.pairSize)
      .extracting(first: CanonicalTable.pairSize)
    let differences = tables.differences.span.extracting(droppingFirst: slot * DifferenceTable.size)
      .extracting(first: DifferenceTable.size)
    let pairs = tables.coefficients.span.extracting(droppingFirst: slot * CoefficientTable.size)
      .extracting(first: CoefficientTable.size)
    var block = Block()
    state.predictions[index] &+= readDifference(&state.reader, buffer, differences, codes)
    block[0] = Int16(truncatingIfNeeded: state.predictions[index])
    let skip = tables.skipping.span.extracting(droppingFirst: slot * SkippingTable.size)
      .extracting(first: SkippingTable.size)
    state.reader = readCoefficients(
      state.reader, buffer, pairs, skip, codes, layout.places.span, last: 63, into: &block)
    return block
  }
}
