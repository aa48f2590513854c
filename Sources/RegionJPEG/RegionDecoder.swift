/// Decodes parts of baseline JPEGs (T.81 F.2), at eighths of their size.
///
/// It keeps its buffers from one picture to the next.
public struct RegionDecoder: ~Copyable {
  private var tables = DecodingTables()
  private var samples: [UInt8] = []

  /// A decoder without buffers yet.
  public init() {}

  /// Decodes all MCUs that the region touches; those behind it are not read.
  ///
  /// The work is proportional to the bytes up to the region's end; the memory to the region's samples, which
  /// are the caller's to limit.
  ///
  /// - Parameters:
  ///   - region: Pixels as stored; what lies outside the picture is left out.
  ///   - scale: In how many eighths.
  ///   - header: That of these bytes.
  ///   - bytes: The file, from its first byte.
  /// - Returns: The samples, and whether the data was sound.
  /// - Throws: `JPEGError.emptyRegion` where nothing of the region lies in the picture. Bad data is no error: the planes' state
  ///   says so.
  public mutating func decode(
    _ region: Region, at scale: Scale, of header: JPEGHeader, _ bytes: Span<UInt8>
  ) throws(JPEGError) -> Planes {
    guard let layout = MCULayout(region, of: header) else { throw .emptyRegion }
    let planes = PlaneLayout.all(layout, scale, header)
    tables.prepare(header.scan)
    var scan = RegionScan(layout, ScanPlan(planes, scale, tables.slots, header), header)
    var samples = takeSamples(planes.last?.end ?? 0)
    let state = scan.run(bytes, tables, &samples)
    self.samples = samples
    return Planes(planes: planes.map(\.plane), samples: samples, state: state)
  }

  /// The samples of the picture before, if they are enough and not far too many; they are this decoder's no
  /// more.
  private mutating func takeSamples(_ count: Int) -> [UInt8] {
    defer { samples = [] }
    let fits = samples.count >= count && samples.count / 4 <= count
    return fits ? samples : [UInt8](repeating: 128, count: count)
  }
}
