internal import RegionJPEG

/// A decoder's tables and buffers, kept from one photo to the next: most photos have the same tables.
final class DecodingRoom {
  private var decoder = RegionDecoder()

  /// Samples that are worth keeping the room of.
  private static let mostKept = 16 << 20

  /// Nil where the bytes are for another decoder.
  func decode(
    _ region: Region, at scale: Scale, of header: JPEGHeader, _ bytes: UnsafeRawBufferPointer
  ) -> Planes? {
    let decoded = try? decoder.decode(
      region, at: scale, of: header, bytes.assumingMemoryBound(to: UInt8.self).span)
    if let decoded, decoded.samples.count > Self.mostKept { decoder = RegionDecoder() }
    return decoded
  }
}
