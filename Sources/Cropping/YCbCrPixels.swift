internal import CTondoImage
internal import Model

/// A small picture as JPEG has it: luma, and chroma of the same size or, rounded up, of half of it both ways.
struct YCbCrPixels: Equatable, Sendable {
  let luma: SamplePlane
  let blue: SamplePlane
  let red: SamplePlane

  var width: Int { luma.width }
  var height: Int { luma.height }

  /// All of it at another size, with half the chroma as it has itself.
  func halved(side: Int) throws(Failure) -> YCbCrPixels {
    let half = PixelSize.half(of: .square(side)), width = Double(width), height = Double(height)
    let lumas = try Sampler(
      luma.grid(right: width, bottom: height), Area(x: 0, y: 0, width: width, height: height),
      to: .square(side))
    // Where a side is odd, the last sample of chroma reaches past it: in the source, and in the result.
    let reach = Double(half.width) / Double(side)
    let chromas = try Sampler(
      blue.grid(right: width / 2, bottom: height / 2),
      Area(x: 0, y: 0, width: width * reach, height: height * reach), to: half)
    return YCbCrPixels(
      luma: try lumas.sampled(luma), blue: try chromas.sampled(blue), red: try chromas.sampled(red))
  }

  /// The same with all of the chroma.
  private func whole() throws(Failure) -> YCbCrPixels {
    if blue.size == luma.size { return self }
    let width = Double(width) / 2, height = Double(height) / 2
    let sampler = try Sampler(
      blue.grid(right: width, bottom: height), Area(x: 0, y: 0, width: width, height: height), to: luma.size)
    return YCbCrPixels(luma: luma, blue: try sampler.sampled(blue), red: try sampler.sampled(red))
  }

  /// The same as RGB.
  func rgb() throws(Failure) -> Pixels {
    let whole = try whole(), count = width * height
    let samples = [UInt8](unsafeUninitializedCapacity: 3 * count) { result, used in
      tondo_planes_to_rgb(
        whole.luma.samples, whole.blue.samples, whole.red.samples, count, result.baseAddress)
      used = 3 * count
    }
    return Pixels(width: width, height: height, bands: 3, samples: samples)
  }

  /// The bytes of a JPEG or WebP, with no metadata in them; chroma has to be half.
  func encoded(_ format: OutputFormat, quality: Int) throws(Failure) -> [UInt8] {
    let encode = format == .webp ? tondo_planes_encode_webp : tondo_planes_encode
    var start: UnsafeMutableRawPointer?
    var count = 0
    let failed = encode(
      luma.samples, blue.samples, red.samples, Int32(width), Int32(height), Int32(quality), &start, &count)
    defer { tondo_bytes_free(start) }
    guard failed == 0, let start else { throw .pending() }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }
}

extension PixelSize {
  static func square(_ side: Int) -> PixelSize { PixelSize(width: side, height: side) }

  /// As JPEG halves: rounded up.
  static func half(of size: PixelSize) -> PixelSize {
    PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
  }
}

extension SamplePlane {
  fileprivate func grid(right: Double, bottom: Double) -> tondo_grid {
    tondo_grid(width: Int32(width), height: Int32(height), right: right, bottom: bottom)
  }
}
