internal import CTondoImage
internal import Model
internal import RegionJPEG

extension UsualJPEG {
  /// As much more than the result has as a careful eye still sees.
  ///
  /// Without chroma, whose loss covers it, more of luma's shows.
  private var margin: Double { isGray ? 2 : Sizing.margin }

  /// A square of the upright picture at a size, with half the chroma; nil where the data is not sound, for a more patient
  /// decoder.
  func halved(_ square: Square, side: Int, _ turn: Turn) throws(Failure) -> YCbCrPixels? {
    let half = PixelSize.half(of: .square(side))
    var wide = square
    wide.side *= Double(2 * half.width) / Double(side)
    let chroma = Area(turn.stored(wide, in: size))
    return try planes(
      lumaGrid(Area(turn.stored(square, in: size)), .square(side)), chromaGrid(chroma, half, for: half), turn)
  }

  /// An area of the stored picture at a size, laid upright, in RGB as the file has it; nil as above.
  ///
  /// Less chroma is enough where what is made of it has but half.
  func rgb(_ area: Area, to size: PixelSize, _ turn: Turn, halvesChroma: Bool) throws(Failure) -> Pixels? {
    let needed = halvesChroma ? PixelSize.half(of: size) : size
    return try planes(lumaGrid(area, size), chromaGrid(area, size, for: needed), turn)?.rgb()
  }

  private func lumaGrid(_ area: Area, _ size: PixelSize) -> Grid {
    Grid(area, to: size, across: 1, down: 1, needed: size, margin: margin)
  }

  private func chromaGrid(_ area: Area, _ size: PixelSize, for needed: PixelSize) -> Grid {
    let luma = header.components[0]
    return Grid(
      area, to: size, across: luma.horizontalSampling, down: luma.verticalSampling, needed: needed,
      margin: margin)
  }

  private func planes(_ luma: Grid, _ chroma: Grid, _ turn: Turn) throws(Failure) -> YCbCrPixels? {
    guard let decoded = decoded(luma, chroma) else { return nil }
    let first = try decoded.sampled(0..<1, luma, turn, in: size)
    if isGray {
      let neutral = SamplePlane(turn.upright(chroma.size), repeating: 128)
      return YCbCrPixels(luma: first[0], blue: neutral, red: neutral)
    }
    let others = try decoded.sampled(1..<3, chroma, turn, in: size)
    return YCbCrPixels(luma: first[0], blue: others[0], red: others[1])
  }

  /// Rows that pass one after the other, as from libjpeg, need less memory than planes that are there as a whole.
  private static let mostSamples = Double(64 << 20)

  private func decoded(_ luma: Grid, _ chroma: Grid) -> Planes? {
    let region = luma.region(in: size).union(chroma.region(in: size))
    guard luma.samples(in: region) + 2 * chroma.samples(in: region) <= Self.mostSamples else { return nil }
    let scale = Scale(luma: luma.eighths, chroma: chroma.eighths)
    let decoded = workroom.decode(region, at: scale, of: header, bytes)
    return decoded.flatMap { $0.state == .sound ? $0 : nil }
  }
}

extension Planes {
  /// Some of the planes, which lie alike, as a grid says; of a picture of this size.
  fileprivate func sampled(
    _ which: Range<Int>, _ grid: Grid, _ turn: Turn, in picture: PixelSize
  ) throws(Failure) -> [SamplePlane] {
    let whole = tondo_grid(
      width: Int32(planes[which.lowerBound].gridWidth), height: Int32(planes[which.lowerBound].gridHeight),
      right: Double(picture.width) / grid.across, bottom: Double(picture.height) / grid.down)
    let sampler = try Sampler(whole, grid.sampled, to: grid.size)
    var made: [SamplePlane] = []
    for plane in planes[which] { made.append(try sampler.sampled(plane, of: samples, turn)) }
    return made
  }
}

extension Sampler {
  fileprivate func sampled(_ plane: Plane, of samples: [UInt8], _ turn: Turn) throws(Failure) -> SamplePlane {
    try samples.withUnsafeBufferPointer { samples throws(Failure) in
      try sampled(
        tondo_part_of_plane(
          samples: samples.baseAddress?.advanced(by: plane.offset), stride: plane.stride, x: Int32(plane.x),
          y: Int32(plane.y), width: Int32(plane.width), height: Int32(plane.height)), turn)
    }
  }
}
