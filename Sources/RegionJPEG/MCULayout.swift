/// Which MCUs there are, and which of them a region touches (T.81 A.2).
struct MCULayout {
  /// Of the whole picture.
  let mcusAcross: Int
  /// Of the region.
  let columns: Range<Int>
  let rows: Range<Int>
  /// Blocks of the first component in an MCU; the others have one each.
  let lumaAcross: Int
  let lumaDown: Int
  let componentCount: Int

  /// - Returns: nil where nothing of the region lies in the picture.
  init?(_ region: Region, of header: JPEGHeader) {
    let columns = region.columns.clamped(to: 0..<header.width)
    let rows = region.rows.clamped(to: 0..<header.height)
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    mcusAcross = header.mcusAcross
    self.columns = columns.lowerBound / header.mcuWidth..<(columns.upperBound - 1) / header.mcuWidth + 1
    self.rows = rows.lowerBound / header.mcuHeight..<(rows.upperBound - 1) / header.mcuHeight + 1
    lumaAcross = header.components[0].horizontalSampling
    lumaDown = header.components[0].verticalSampling
    componentCount = header.components.count
  }

  /// The first MCU, in the scan's order, that no region needs any more.
  var end: Int { (rows.upperBound - 1) * mcusAcross + columns.upperBound }

  /// From an MCU on, the next one of the region, and the end of its row there.
  func run(from mcu: Int) -> Range<Int> {
    var row = max(mcu / mcusAcross, rows.lowerBound)
    if row * mcusAcross + columns.upperBound <= mcu { row += 1 }
    let first = row * mcusAcross + columns.lowerBound
    return max(first, mcu)..<row * mcusAcross + columns.upperBound
  }
}
