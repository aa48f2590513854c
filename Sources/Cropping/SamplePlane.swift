internal import CTondoImage
internal import Model

/// A plane of samples in memory, row by row.
struct SamplePlane: Equatable, Sendable {
  let size: PixelSize
  /// Behind the last one come some that the resampler reads, and does not use.
  fileprivate(set) var samples: [UInt8]

  init(_ size: PixelSize, repeating value: UInt8) {
    self.size = size
    samples = [UInt8](repeating: value, count: size.width * size.height + Int(TONDO_SPARE))
  }

  var width: Int { size.width }
  var height: Int { size.height }
}

/// Resamples an area of planes that lie alike.
struct Sampler: ~Copyable {
  private let handle: OpaquePointer
  private let size: PixelSize

  /// To this size, in the direction of the planes.
  init(_ grid: tondo_grid, _ area: Area, to size: PixelSize) throws(Failure) {
    guard let handle = tondo_sampler_make(grid, area.shim, Int32(size.width), Int32(size.height)) else {
      throw .pending()
    }
    self.handle = handle
    self.size = size
  }

  deinit { tondo_sampler_free(handle) }

  /// One plane, laid upright; the part must hold what is needed of it.
  func sampled(_ part: tondo_part_of_plane, _ turn: Turn) throws(Failure) -> SamplePlane {
    var plane = SamplePlane(turn.upright(size), repeating: 0), part = part
    let shim = tondo_turn(mirrored: turn.mirrored ? 1 : 0, quarters: Int32(turn.quarters))
    guard tondo_sampler_apply(handle, &part, shim, &plane.samples) == 0 else { throw .pending() }
    return plane
  }

  /// The whole of a plane.
  func sampled(_ plane: SamplePlane) throws(Failure) -> SamplePlane {
    var made = SamplePlane(size, repeating: 0)
    let failed = plane.samples.withUnsafeBufferPointer { samples in
      var part = tondo_part_of_plane(
        samples: samples.baseAddress, stride: plane.width, x: 0, y: 0, width: Int32(plane.width),
        height: Int32(plane.height))
      return tondo_sampler_apply(handle, &part, tondo_turn(mirrored: 0, quarters: 0), &made.samples)
    }
    guard failed == 0 else { throw .pending() }
    return made
  }
}
