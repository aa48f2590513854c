internal import Glibc
internal import RegionJPEG

/// Room to work in, kept from one photo to the next: that of its bytes, and the region decoder's tables and samples.
final class Workroom {
  private var decoder = RegionDecoder()
  private var bytes: UnsafeMutableRawBufferPointer?

  /// More than that is given back.
  private static let mostKept = 16 << 20
  /// Not every photo that is a bit larger than the last one is a reason to begin anew.
  private static let step = 1 << 20

  deinit { if let bytes { unmap(bytes) } }

  /// Room for so many bytes, 1 or more: the taker's, until it is given back; nil where there is none.
  func take(_ count: Int) -> UnsafeMutableRawBufferPointer? {
    defer { bytes = nil }
    if let bytes, bytes.count >= count { return bytes }
    if let bytes { unmap(bytes) }
    return map((count + Self.step - 1) / Self.step * Self.step)
  }

  func giveBack(_ room: UnsafeMutableRawBufferPointer) {
    if bytes == nil, room.count <= Self.mostKept { bytes = room } else { unmap(room) }
  }

  /// Not of the heap, in which a photo that is larger than the one before would leave a hole of that one's size.
  private func map(_ count: Int) -> UnsafeMutableRawBufferPointer? {
    let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    return start == MAP_FAILED ? nil : UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  private func unmap(_ room: UnsafeMutableRawBufferPointer) { munmap(room.baseAddress, room.count) }

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
