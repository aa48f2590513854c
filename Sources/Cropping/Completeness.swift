internal import Model

/// Whether a file goes on to its end, told from its structure alone.
///
/// Decoders are asked for as much as the crop needs, and would not notice that the rest is missing. A walk over
/// lengths and markers costs next to nothing.
enum Completeness {
  /// Refuses what ends early.
  static func check(_ bytes: ByteReader, _ format: InputFormat) throws(PhotoProblem) {
    if let missing = missing(in: bytes, format) { throw .truncated(missing) }
  }

  private static func missing(in bytes: ByteReader, _ format: InputFormat) -> String? {
    switch format {
    case .jpeg: jpeg(bytes)
    case .png: png(bytes)
    case .webp: webp(bytes)
    case .gif: gif(bytes)
    case .tiff: TIFFStructure(bytes).missing
    case .heif, .avif: boxes(bytes)
    }
  }

  /// Chunk after chunk up to IEND.
  private static func png(_ bytes: ByteReader) -> String? {
    var place = Sniffing.pngSignature.count
    while let length = bytes.number(place, bytes: 4) {
      let end = place + 12 + length
      if end > bytes.count { break }
      if bytes.has("IEND", at: place + 4) { return nil }
      place = end
    }
    return "no IEND chunk"
  }

  private static func webp(_ bytes: ByteReader) -> String? {
    guard let length = bytes.number(4, bytes: 4, littleEndian: true), length + 8 <= bytes.count else {
      return "the file is shorter than its header says"
    }
    return nil
  }

  /// The boxes on the outermost level; the last one may reach to the end, wherever that is.
  private static func boxes(_ bytes: ByteReader) -> String? {
    var place = 0
    while place < bytes.count {
      guard let short = bytes.number(place, bytes: 4) else { return "a box has no length" }
      if short == 0 { return nil }
      let length = short == 1 ? bytes.number(place + 8, bytes: 8) : short
      guard let length, length >= 8 else { return nil }
      if length > bytes.count - place { return "the box \(place == 0 ? "at the start" : "at byte \(place)") ends past the file" }
      place += length
    }
    return nil
  }

  /// Marker after marker up to the end of the image; one in an embedded thumbnail lies inside a segment and is passed.
  private static func jpeg(_ bytes: ByteReader) -> String? {
    var place = 2
    var scans = 0
    while let found = bytes.find(0xFF, from: place), let code = bytes.byte(found + 1) {
      place = found + 1
      switch code {
      case 0xD9 where scans > 0: return nil
      case 0x00, 0x01, 0xD0...0xD9: place += 1
      case 0xFF: break
      case 0xC0...0xFE:
        guard let length = bytes.number(found + 2, bytes: 2) else { return "a segment is cut" }
        if code == 0xDA { scans += 1 }
        place += 1 + length
      default: place += 1
      }
    }
    return scans > 0 ? "no end of image marker" : "no picture data"
  }
}
