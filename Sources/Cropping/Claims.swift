internal import Model

/// What a file says about itself in its first bytes, read without its decoder: the sizes that decoders of
/// containers look at too late, or answer with their own, lower limits.
struct Claims {
  let bytes: ByteReader
  let format: InputFormat
  /// Of a JPEG.
  let segments: JPEGStructure?

  init(bytes: ByteReader, format: InputFormat) {
    self.bytes = bytes
    self.format = format
    segments = format == .jpeg ? JPEGStructure(bytes) : nil
  }

  /// The largest picture that the file says it holds; nil where the decoder's header is as good.
  var size: PixelSize? {
    switch format {
    case .png: png
    case .gif: gif
    case .heif, .avif: heif
    case .jpeg, .webp, .tiff: nil
    }
  }

  /// The frames of an animated PNG, whose decoder knows one picture alone.
  var frames: Int? {
    guard format == .png, bytes.has("acTL", at: 37) else { return nil }
    return bytes.number(41, bytes: 4)
  }

  /// Whether a second picture in the file would brighten this one on a screen that can.
  var hasGainMap: Bool {
    let marks = ["hdrgm:", "HDRGainMap", "hdr-gain-map", "aux:hdrgainmap"]
    return format != .png && format != .gif
      && marks.contains { mark in descriptions.contains { bytes.find(mark, within: $0) != nil } }
  }

  /// Where words may stand: not in a JPEG's compressed data, which is nearly all of it.
  private var descriptions: [Range<Int>] {
    let beginning = 0..<min(bytes.count, 256 << 10)
    guard let scans = segments?.scans else { return [beginning] }
    return [0..<scans.lowerBound, scans.upperBound..<bytes.count].map { $0.clamped(to: beginning) }
  }

  private func size(_ width: Int?, _ height: Int?) -> PixelSize? {
    guard let width, let height, width > 0, height > 0 else { return nil }
    return PixelSize(width: width, height: height)
  }

  private var png: PixelSize? { size(bytes.number(16, bytes: 4), bytes.number(20, bytes: 4)) }

  /// The screen, or where the first frame goes past it.
  private var gif: PixelSize? {
    guard let frame = GIFStructure(bytes).firstFrame else { return size(little(6), little(8)) }
    guard let left = little(frame), let top = little(frame + 2), let width = little(frame + 4),
      let height = little(frame + 6)
    else { return nil }
    return size(max(little(6) ?? 0, left + width), max(little(8) ?? 0, top + height))
  }

  private func little(_ place: Int) -> Int? { bytes.number(place, bytes: 2, littleEndian: true) }

  /// The largest `ispe` property in the description: of the whole picture, as its tiles and thumbnails are smaller.
  private var heif: PixelSize? {
    guard let description = HEIFStructure(bytes).description else { return nil }
    var largest: PixelSize?
    var place = description.lowerBound
    while let found = bytes.find("ispe", within: place..<description.upperBound) {
      place = found + 4
      guard let size = size(bytes.number(found + 8, bytes: 4), bytes.number(found + 12, bytes: 4)) else {
        continue
      }
      if Double(size.width) * Double(size.height) > largest.map({ Double($0.width) * Double($0.height) }) ?? 0
      {
        largest = size
      }
    }
    return largest
  }
}
