internal import RegionJPEG

/// Room to work in, kept from one photo to the next: that of its bytes, and the region decoder's tables and samples.
///
/// What comes and goes would leave holes in the heap that the next photo does not fit into.
final class Workroom {
  private var decoder = RegionDecoder()
  private var bytes: UnsafeMutableRawBufferPointer?

  /// More than that is given back.
  private static let mostKept = 16 << 20
  /// Not every photo that is a bit larger than the last one is a reason to begin anew.
  private static let step = 1 << 20

  deinit { bytes?.deallocate() }

  /// Room for so many bytes: the taker's, until it is given back.
  func take(_ count: Int) -> UnsafeMutableRawBufferPointer {
    defer { bytes = nil }
    if let bytes, bytes.count >= count { return bytes }
    bytes?.deallocate()
    return .allocate(byteCount: (count + Self.step - 1) / Self.step * Self.step, alignment: 64)
  }

  func giveBack(_ room: UnsafeMutableRawBufferPointer) {
    if bytes == nil, room.count <= Self.mostKept { bytes = room } else { room.deallocate() }
  }

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
