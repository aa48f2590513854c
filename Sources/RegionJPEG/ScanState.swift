/// How far a scan has been read.
struct ScanState {
  var reader = BitReader()
  /// The DC coefficient before, of each component: PRED (T.81 F.2.1.3.1).
  var predictions = Predictions(repeating: 0)

  /// Begins anew, as behind a restart marker (T.81 F.2.1.3.1).
  mutating func restart() {
    let isDamaged = reader.isDamaged
    self = ScanState()
    reader.isDamaged = isDamaged
  }
}

extension ScanState {
  /// Passes over MCUs: fewer than asked where the next one may not be in the buffer as a whole.
  ///
  /// Returns how many.
  mutating func skip(
    _ wanted: Int, limit: Int, _ components: ComponentScans, count: Int, _ bytes: Span<UInt8>,
    _ differences: Span<UInt16>, _ skipping: Span<UInt16>, _ canonical: Span<Int32>
  ) -> Int {
    let (reader, done) = skipMCUs(
      self.reader, &predictions, wanted, limit: limit, components, count: count, bytes, differences, skipping,
      canonical)
    self.reader = reader
    return done
  }

  /// Decodes MCUs of one row, that begin `column` and `row` MCUs behind the region's first one; else as
  /// `skip`.
  mutating func decode(
    _ wanted: Int, limit: Int, _ components: ComponentScans, count: Int, column: Int, row: Int,
    _ bytes: Span<UInt8>, _ differences: Span<UInt16>, _ coefficients: Span<UInt32>,
    _ skipping: Span<UInt16>, _ canonical: Span<Int32>, _ places: Span<UInt8>,
    _ multipliers: Span<SIMD4<Float>>,
    _ cosines: Span<SIMD4<Float>>, _ samples: inout MutableSpan<UInt8>
  ) -> Int {
    let (reader, done) = decodeMCUs(
      self.reader, &predictions, wanted, limit: limit, components, count: count, column: column, row: row,
      bytes,
      differences, coefficients, skipping, canonical, places, multipliers, cosines, &samples)
    self.reader = reader
    return done
  }
}
