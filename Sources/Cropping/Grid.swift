internal import Model
internal import RegionJPEG

/// What is made of one kind of a JPEG's planes, luma or chroma: which area, how large, and decoded at which scale.
struct Grid {
  /// In pixels of the stored picture.
  let area: Area
  /// Of the result, in the stored direction.
  let size: PixelSize
  /// In so many eighths the planes are decoded.
  let eighths: Int
  /// Pixels of the stored picture from one decoded sample to the next.
  let across: Double
  let down: Double

  /// Decoded at the smallest scale that leaves `margin` times the samples that are needed; all eighths where none does.
  ///
  /// At full scale, a sample covers so many pixels `across` and `down`.
  init(_ area: Area, to size: PixelSize, across: Int, down: Int, needed: PixelSize, margin: Double) {
    let eighths =
      (1...8).first { eighths in
        let scale = Double(eighths) / 8
        return area.width * scale / Double(across) >= margin * Double(needed.width)
          && area.height * scale / Double(down) >= margin * Double(needed.height)
      } ?? 8
    self.area = area
    self.size = size
    self.eighths = eighths
    self.across = Double(8 * across) / Double(eighths)
    self.down = Double(8 * down) / Double(eighths)
  }

  /// The area in decoded samples.
  var sampled: Area {
    Area(x: area.x / across, y: area.y / down, width: area.width / across, height: area.height / down)
  }

  /// The pixels that the result is made of, of a picture of this size.
  func region(in picture: PixelSize) -> Region {
    Region(
      columns: Self.reach(area.x, area.width, size.width, across, picture.width),
      rows: Self.reach(area.y, area.height, size.height, down, picture.height))
  }

  /// Samples that a region of the picture has in one plane.
  func samples(in region: Region) -> Double {
    Double(region.columns.count) / across * Double(region.rows.count) / down
  }

  /// The resampler's three lobes on both sides, and what is lost by rounding.
  private static func reach(
    _ start: Double, _ length: Double, _ results: Int, _ sample: Double, _ end: Int
  ) -> Range<Int> {
    let lobes = 3 * max(length / Double(results), sample) + 2 * sample
    let first = min(max(start - lobes, 0), Double(end - 1)).rounded(.down)
    let last = min(max(start + length + lobes, first + 1), Double(end)).rounded(.up)
    return Int(first)..<Int(last)
  }
}

extension Region {
  func union(_ other: Region) -> Region {
    Region(columns: Self.union(columns, other.columns), rows: Self.union(rows, other.rows))
  }

  private static func union(_ one: Range<Int>, _ other: Range<Int>) -> Range<Int> {
    min(one.lowerBound, other.lowerBound)..<max(one.upperBound, other.upperBound)
  }
}
