/// Where a component's blocks go.
struct PlaneLayout {
  let plane: Plane
  /// Samples that an MCU has of it, from left to right and from top to bottom.
  let mcuWidth: Int
  let mcuHeight: Int

  /// Samples between the planes: rows are written up to seven too wide, and readers may read 32 too far.
  private static let margin = 64

  /// One for each component, the one behind the other.
  static func all(_ layout: MCULayout, _ scale: Scale, _ header: JPEGHeader) -> [PlaneLayout] {
    var planes: [PlaneLayout] = []
    for index in header.components.indices {
      planes.append(PlaneLayout(index, from: planes.last?.end ?? 0, layout, scale, header))
    }
    return planes
  }

  private init(_ index: Int, from offset: Int, _ layout: MCULayout, _ scale: Scale, _ header: JPEGHeader) {
    let component = header.components[index]
    let size = index == 0 ? scale.luma : scale.chroma
    mcuWidth = size * component.horizontalSampling
    mcuHeight = size * component.verticalSampling
    let gridWidth = Self.grid(header.width, header.mcuWidth, mcuWidth)
    let gridHeight = Self.grid(header.height, header.mcuHeight, mcuHeight)
    let x = layout.columns.lowerBound * mcuWidth
    let y = layout.rows.lowerBound * mcuHeight
    plane = Plane(
      offset: offset, stride: layout.columns.count * mcuWidth + 16,
      width: min(layout.columns.upperBound * mcuWidth, gridWidth) - x,
      height: min(layout.rows.upperBound * mcuHeight, gridHeight) - y, x: x, y: y, gridWidth: gridWidth,
      gridHeight: gridHeight)
    rows = layout.rows.count * mcuHeight
  }

  /// Rows that are written, with those behind the picture's end.
  private let rows: Int

  /// One behind its last byte.
  var end: Int { plane.offset + plane.stride * rows + Self.margin }

  /// T.81 A.1.1, scaled.
  private static func grid(_ pixels: Int, _ mcuPixels: Int, _ mcuSamples: Int) -> Int {
    (pixels * mcuSamples + mcuPixels - 1) / mcuPixels
  }
}
