internal import CTondoImage
internal import Model

/// An opened picture: its header is read, its pixels are not decoded yet.
///
/// It refers to the original's bytes, which must stay where they are meanwhile.
struct Picture: ~Copyable {
  private let handle: OpaquePointer
  let size: PixelSize
  /// As in EXIF, 1...8.
  ///
  /// HEIF's own turning is done by its decoder.
  let orientation: Int
  let frames: Int
  let reduction: Reduction
  let decoder: Rendering.Decoder

  /// Opens at so many eighths of the size.
  init(_ bytes: UnsafeRawBufferPointer, as loader: Loader, eighths: Int = 8) throws(Failure) {
    guard let handle = tondo_picture_open(bytes.baseAddress, bytes.count, loader.shim, Int32(eighths)) else {
      throw .pending()
    }
    var header = tondo_header()
    tondo_picture_header(handle, &header)
    self.handle = handle
    size = PixelSize(width: Int(header.width), height: Int(header.height))
    orientation = Int(header.orientation)
    frames = Int(header.frames)
    reduction = Reduction(
      scales: (1...8).filter { header.scales >> $0 & 1 != 0 }, margin: header.margin)
    decoder = Rendering.Decoder(header.decoder)
  }

  deinit { tondo_picture_close(handle) }

  /// Decodes what `area` needs, in pixels of the shrunk picture, and samples it; once only.
  ///
  /// Stored direction, sRGB.
  ///
  /// `right` and `bottom` are the exact edges of the picture, which a shrunk one's last pixels reach past.
  consuming func sampled(
    _ area: Area, right: Double, bottom: Double, width: Int, height: Int
  ) throws(Failure) -> Sampled {
    var dropped: Int32 = 0
    let bands = Int(tondo_picture_prepare(handle, &dropped))
    guard bands > 0 else { throw .pending() }
    var profile = dropped != 0 ? Failure.pending().message : nil
    var samples = try resampled(area, right, bottom, width, height, bands: bands)
    let noticed = Chatter.pending()
    if tondo_picture_finish(handle, &samples, Int32(width), Int32(height), Int32(bands)) != 0 {
      profile = Failure.pending().message
    }
    let pixels = Pixels(width: width, height: height, bands: bands, samples: samples)
    return Sampled(
      pixels: pixels, droppedProfile: profile,
      noticed: (noticed ?? Chatter.pendingWarning()).map(Message.verbatim))
  }

  private borrowing func resampled(
    _ area: Area, _ right: Double, _ bottom: Double, _ width: Int, _ height: Int, bands: Int
  ) throws(Failure) -> [UInt8] {
    var failed: Int32 = 0
    let samples = [UInt8](unsafeUninitializedCapacity: width * height * bands) { result, used in
      failed = tondo_picture_resample(
        handle, area.shim, right, bottom, result.baseAddress, Int32(width), Int32(height))
      if failed == 0 { used = width * height * bands }
    }
    guard failed == 0 else { throw .pending() }
    return samples
  }

  struct Sampled {
    let pixels: Pixels
    /// Why the embedded colour profile was of no use, where it was of none.
    let droppedProfile: Message?
    /// What the decoder forgave.
    let noticed: Message?
  }
}

/// How much smaller a picture can be decoded.
struct Reduction: Equatable, Sendable {
  /// In how many eighths of its size, from the smallest up; 8 is always one.
  let scales: [Int]
  /// How many times the result's pixels a scale must leave, for a finished file to be as good as from all eighths.
  let margin: Double

  /// The smallest scale at which `length` pixels are still enough for so many of a result.
  func eighths(of length: Double, for result: Double) -> Int {
    scales.first { length * Double($0) / 8 >= margin * result } ?? 8
  }
}

extension Rendering.Decoder {
  fileprivate init(_ shim: tondo_decoder) {
    switch shim {
    case TONDO_BY_LIBJPEG: self = .libjpeg
    case TONDO_BY_LIBWEBP: self = .libwebp
    default: self = .libvips
    }
  }
}
