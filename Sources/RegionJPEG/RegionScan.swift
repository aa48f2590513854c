/// Walks over the MCUs of a scan up to the region's end (T.81 E.2.4, E.2.5).
struct RegionScan {
  private let layout: MCULayout
  private let restartInterval: Int
  private let plan: ScanPlan
  private var segment: EntropyCodedSegment
  private var state = ScanState()
  private var isDamaged = false
  /// The next one.
  private var mcu = 0
  /// How many restart markers have been passed.
  private var interval = 0

  init(_ layout: MCULayout, _ plan: ScanPlan, _ header: JPEGHeader) {
    self.layout = layout
    self.plan = plan
    restartInterval = header.scan.restartInterval
    segment = EntropyCodedSegment(from: header.scan.dataOffset)
  }

  mutating func run(_ bytes: Span<UInt8>, _ tables: DecodingTables, _ samples: inout [UInt8]) -> Planes.State
  {
    // Zeros: nothing of a picture before may show in this one, however its data ends.
    var bufferBytes = [UInt8](repeating: 0, count: EntropyCodedSegment.size + EntropyCodedSegment.slack)
    var buffer = bufferBytes.mutableSpan
    var samples = samples.mutableSpan
    return run(
      bytes, &buffer, &samples, plan: plan, differences: tables.differences.span,
      coefficients: tables.coefficients.span, skipping: tables.skipping.span, canonical: tables.canonical.span
    )
  }

  private mutating func run(
    _ bytes: Span<UInt8>, _ buffer: inout MutableSpan<UInt8>, _ samples: inout MutableSpan<UInt8>,
    plan: ScanPlan, differences: Span<UInt16>, coefficients: Span<UInt32>, skipping: Span<UInt16>,
    canonical: Span<Int32>
  ) -> Planes.State {
    while mcu < layout.end {
      let run = layout.run(from: mcu)
      if run.lowerBound >= intervalEnd {
        if mcu == intervalEnd, isDataLeft(bytes) { isDamaged = true }
        guard restart(bytes, &samples) else { return truncated(&samples) }
        continue
      }
      if state.reader.position >= segment.limit, !segment.isAtEnd { fill(bytes, &buffer) }
      let end = min(mcu < run.lowerBound ? run.lowerBound : run.upperBound, intervalEnd)
      let done: Int
      if mcu < run.lowerBound {
        (state.reader, done) = skipMCUs(
          state.reader, &state.predictions, end - mcu, limit: segment.limit, plan.components,
          count: plan.count,
          buffer.span, differences, skipping, canonical)
      } else {
        (state.reader, done) = decodeMCUs(
          state.reader, &state.predictions, end - mcu, limit: segment.limit, plan.components,
          count: plan.count,
          column: mcu % layout.mcusAcross - layout.columns.lowerBound,
          row: mcu / layout.mcusAcross - layout.rows.lowerBound, buffer.span, differences, coefficients,
          skipping, canonical, plan.places.span, plan.multipliers.span, plan.cosines.span, &samples)
      }
      mcu += done
      guard segment.isAtEnd, mcu < end || state.reader.position > segment.limit else { continue }
      guard restartInterval > 0, segment.isBeforeRestart(bytes) else { return truncated(&samples) }
      isDamaged = true
      leaveOut(to: intervalEnd, &samples)
    }
    return isDamaged || state.reader.isDamaged ? .damaged : .sound
  }

  /// The first MCU behind the restart interval.
  private var intervalEnd: Int { restartInterval > 0 ? (interval + 1) * restartInterval : Int.max }

  /// Whether more is there than the MCUs of the restart interval took: whole bytes, for the last one is filled up with ones.
  private func isDataLeft(_ bytes: Span<UInt8>) -> Bool {
    segment.count * 8 - state.reader.position >= 8 || !segment.isBeforeMarker(bytes)
  }

  private mutating func fill(_ bytes: Span<UInt8>, _ buffer: inout MutableSpan<UInt8>) {
    let place = state.reader.place
    segment.fill(bytes, &buffer, keepingFrom: place)
    state.reader.move(by: place)
  }

  /// Goes on behind the next restart marker; false where there is none.
  ///
  /// The last marker or two may be missing, or may come once more; where others are, the numbers are not
  /// believed.
  private mutating func restart(_ bytes: Span<UInt8>, _ samples: inout MutableSpan<UInt8>) -> Bool {
    while let number = segment.restart(bytes) {
      let ahead = (number - interval) & 7
      if ahead > 0 { isDamaged = true }
      if ahead > 5 { continue }
      interval += ahead < 3 ? 1 + ahead : 1
      leaveOut(to: interval * restartInterval, &samples)
      mcu = interval * restartInterval
      state.restart()
      return true
    }
    return false
  }

  private mutating func truncated(_ samples: inout MutableSpan<UInt8>) -> Planes.State {
    leaveOut(to: layout.end, &samples)
    return .truncated
  }

  /// Makes MCUs gray that there is no data of.
  private mutating func leaveOut(to end: Int, _ samples: inout MutableSpan<UInt8>) {
    while mcu < min(end, layout.end) {
      let run = layout.run(from: mcu)
      for place in run.clamped(to: mcu..<end) {
        for index in 0..<plan.count { fillGray(place, plan.components[index], &samples) }
      }
      mcu = min(run.upperBound, end)
    }
    mcu = max(mcu, end)
  }

  private func fillGray(_ mcu: Int, _ component: ComponentScan, _ samples: inout MutableSpan<UInt8>) {
    let row = mcu / layout.mcusAcross - layout.rows.lowerBound
    let column = mcu % layout.mcusAcross - layout.columns.lowerBound
    let first = component.offset + row * component.height * component.stride + column * component.width
    for line in 0..<component.height {
      for place in 0..<component.width { samples[first + line * component.stride + place] = 128 }
    }
  }
}
