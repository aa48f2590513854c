internal import CTondoImage
internal import Model

/// How pixels become a file's bytes.
struct Encoding: Equatable, Sendable {
  var format: OutputFormat
  /// 1...100; PNG has none.
  var quality: Int
  /// PNG: bits per pixel of a palette, 1, 2, 4 or 8; 0: all colours.
  var palette = 0

  init(format: OutputFormat, quality: Int, palette: Int = 0) {
    self.format = format
    self.quality = quality
    self.palette = palette
  }

  /// The file's bytes, with no metadata in them.
  func bytes(of square: Sized) throws(Failure) -> [UInt8] {
    switch square {
    case .rgb(let pixels): try bytes(of: pixels)
    case .ycbcr(let pixels):
      format.halvesChroma
        ? try pixels.encoded(format, quality: quality) : try bytes(of: pixels.rgb())
    }
  }

  /// The same of RGB or RGBA.
  func bytes(of pixels: Pixels) throws(Failure) -> [UInt8] {
    var start: UnsafeMutableRawPointer?
    var count = 0
    let failed = tondo_samples_encode(
      pixels.samples, Int32(pixels.width), Int32(pixels.height), Int32(pixels.bands), format.saver,
      Int32(quality),
      Int32(palette), &start, &count)
    defer { tondo_bytes_free(start) }
    guard failed == 0, let start else { throw .pending() }
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    return format == .webp ? WebPContainer.bare(bytes) : bytes
  }
}

extension OutputFormat {
  /// Whether its files have half the chroma both ways, at any quality.
  var halvesChroma: Bool { self == .jpeg || self == .webp }

  fileprivate var saver: tondo_saver {
    switch self {
    case .jpeg: TONDO_SAVER_JPEG
    case .png: TONDO_SAVER_PNG
    case .webp: TONDO_SAVER_WEBP
    case .avif: TONDO_SAVER_AVIF
    }
  }
}
