internal import Model

/// Whether a file goes on to its end, told from its structure alone.
///
/// Decoders are asked for as much as the crop needs, and would not notice that the rest is missing. A walk over
/// lengths and markers costs next to nothing.
enum Completeness {
  /// Refuses what ends early.
  static func check(_ claims: Claims) throws(PhotoProblem) {
    if let missing = missing(claims, claims.bytes) { throw .truncated(missing) }
  }

  private static func missing(_ claims: Claims, _ bytes: ByteReader) -> Message? {
    switch claims.format {
    case .jpeg: claims.segments?.missing
    case .png: png(bytes)
    case .webp: webp(bytes)
    case .gif: GIFStructure(bytes).missing
    case .tiff: TIFFStructure(bytes).missing
    case .heif, .avif: HEIFStructure(bytes).missing
    }
  }

  /// Chunk after chunk up to IEND.
  private static func png(_ bytes: ByteReader) -> Message? {
    var place = Sniffing.pngSignature.count
    while let length = bytes.number(place, bytes: 4) {
      let end = place + 12 + length
      if end > bytes.count { break }
      if bytes.has("IEND", at: place + 4) { return nil }
      place = end
    }
    return Message("detail.noEnd.png")
  }

  private static func webp(_ bytes: ByteReader) -> Message? {
    guard let length = bytes.number(4, bytes: 4, littleEndian: true), length + 8 <= bytes.count else {
      return Message("detail.short")
    }
    return nil
  }
}
