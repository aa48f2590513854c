/// How far a scan has been read.
struct ScanState {
  var reader = BitReader()
  /// The DC coefficient before, of each component: PRED (T.81 F.2.1.3.1).
  var predictions = InlineArray<4, Int>(repeating: 0)

  /// Begins anew, as behind a restart marker (T.81 F.2.1.3.1).
  mutating func restart() {
    let isDamaged = reader.isDamaged
    self = ScanState()
    reader.isDamaged = isDamaged
  }
}

// The tables come one by one, and what changes is copied into locals: only so it stays in registers.

extension ScanState {
  /// Passes over MCUs: fewer than asked where the next one may not be in the buffer as a whole. Returns how many.
  @inline(never)
  mutating func skip(
    _ wanted: Int, limit: Int, _ components: ComponentScans, count: Int, _ bytes: Span<UInt8>,
    _ differences: Span<UInt16>, _ skipping: Span<UInt16>, _ canonical: Span<Int32>
  ) -> Int {
    var reader = reader
    var predictions = predictions
    var done = 0
    while done < wanted, reader.position < limit {
      var index = 0
      while index < count {
        let component = components[index & 3]
        let slot = component.slot & 3
        let difference = differences.extracting(droppingFirst: slot &* DifferenceTable.size)
          .extracting(first: DifferenceTable.size)
        let skip = skipping.extracting(droppingFirst: slot &* SkippingTable.size)
          .extracting(first: SkippingTable.size)
        let codes = canonical.extracting(droppingFirst: slot &* 2 &* CanonicalTable.size)
          .extracting(first: 2 * CanonicalTable.size)
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
    self.reader = reader
    self.predictions = predictions
    return done
  }

  /// Decodes MCUs of one row, that begin `column` and `row` MCUs behind the region's first one; else as `skip`.
  @inline(never)
  mutating func decode(
    _ wanted: Int, limit: Int, _ components: ComponentScans, count: Int, column: Int, row: Int,
    _ bytes: Span<UInt8>, _ differences: Span<UInt16>, _ coefficients: Span<UInt32>,
    _ skipping: Span<UInt16>, _ canonical: Span<Int32>, _ places: Span<UInt8>, _ multipliers: Span<Float>,
    _ cosines: Span<Float>, _ samples: inout MutableSpan<UInt8>
  ) -> Int {
    var reader = reader
    var predictions = predictions
    var block = Block()
    var done = 0
    while done < wanted, reader.position < limit {
      var index = 0
      while index < count {
        let component = components[index & 3]
        let slot = component.slot & 3
        let difference = differences.extracting(droppingFirst: slot &* DifferenceTable.size)
          .extracting(first: DifferenceTable.size)
        let pairs = coefficients.extracting(droppingFirst: slot &* CoefficientTable.size)
          .extracting(first: CoefficientTable.size)
        let skip = skipping.extracting(droppingFirst: slot &* SkippingTable.size)
          .extracting(first: SkippingTable.size)
        let codes = canonical.extracting(droppingFirst: slot &* 2 &* CanonicalTable.size)
          .extracting(first: 2 * CanonicalTable.size)
        let place = places.extracting(droppingFirst: (index & 3) &* BlockLayout.count)
          .extracting(first: BlockLayout.count)
        let factors = multipliers.extracting(droppingFirst: (index & 3) &* 64).extracting(first: 64)
        let cosine = cosines.extracting(droppingFirst: (index & 3) &* 32).extracting(first: 32)
        let first =
          component.offset &+ row &* component.height &* component.stride
          &+ (column &+ done) &* component.width
        var blockRow = 0
        while blockRow < component.down {
          var target = BlockTarget(
            offset: first &+ blockRow &* component.size &* component.stride, stride: component.stride)
          var blockColumn = 0
          while blockColumn < component.across {
            let prediction = predictions[index & 3] &+ readDifference(&reader, bytes, difference, codes)
            predictions[index & 3] = prediction
            block[0] = Int32(Int16(truncatingIfNeeded: prediction))
            var next = 1
            if component.last > 0 {
              next = readCoefficients(&reader, bytes, pairs, codes, place, last: component.last, into: &block)
            }
            if next < 64 { skipCoefficients(&reader, bytes, skip, codes, from: next) }
            reconstruct(
              &block, isFlat: next == emptyBlock, size: component.size, factors, cosine, &samples, target)
            target.offset &+= component.size
            blockColumn &+= 1
          }
          blockRow &+= 1
        }
        index &+= 1
      }
      done &+= 1
    }
    self.reader = reader
    self.predictions = predictions
    return done
  }
}
