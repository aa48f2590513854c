/// How the components of a scan are read and reconstructed.
struct ScanPlan {
  private(set) var components = ComponentScans(repeating: ComponentScan())
  /// How many of these there are.
  let count: Int
  /// For each of four components `BlockLayout.places`, its multipliers, and `CosineBasis.vectors`, one behind
  /// the other.
  private(set) var places: [UInt8] = []
  private(set) var multipliers: [SIMD4<Float>] = []
  private(set) var cosines: [SIMD4<Float>] = []

  init(_ planes: [PlaneLayout], _ scale: Scale, _ slots: [Int], _ header: JPEGHeader) {
    count = planes.count
    for (index, table) in header.scan.tables.enumerated() {
      let blocks = BlockLayout(size: index == 0 ? scale.luma : scale.chroma)
      places += blocks.places
      multipliers += blocks.multipliers(table.quantization)
      cosines += CosineBasis.vectors(size: blocks.size)
      components[index] = ComponentScan(
        slot: slots[index], across: header.components[index].horizontalSampling,
        down: header.components[index].verticalSampling, size: blocks.size, last: blocks.last,
        offset: planes[index].plane.offset, stride: planes[index].plane.stride)
    }
    let missing = DecodingTables.slotCount - count
    places += [UInt8](repeating: 0, count: missing * BlockLayout.count)
    multipliers += [SIMD4<Float>](repeating: .zero, count: missing * BlockLayout.multiplierCount)
    cosines += [SIMD4<Float>](repeating: .zero, count: missing * CosineBasis.vectorCount)
  }
}
