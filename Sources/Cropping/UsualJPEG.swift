internal import CTondoImage
internal import Model
internal import RegionJPEG

/// A JPEG as cameras write them: baseline, gray or YCbCr, and nothing odd in its header.
///
/// The part that is needed is decoded alone, and without libvips. All other JPEGs go through libvips or libjpeg.
struct UsualJPEG {
  let bytes: UnsafeRawBufferPointer
  let workroom: Workroom
  let header: JPEGHeader
  /// As in EXIF, 1...8.
  let orientation: Int
  /// The embedded colour profile; empty where there is none.
  let profile: [UInt8]

  /// Nil for any other; the bytes must outlive it.
  init?(_ bytes: UnsafeRawBufferPointer, _ segments: JPEGStructure, in workroom: Workroom) {
    guard let orientation = segments.orientation, let facts = Facts(bytes),
      let header = try? JPEGHeader(bytes.assumingMemoryBound(to: UInt8.self).span)
    else { return nil }
    guard !facts.isGray || facts.profile.isEmpty, facts.isGray == (header.components.count == 1) else {
      return nil
    }
    self.bytes = bytes
    self.workroom = workroom
    self.header = header
    self.orientation = orientation
    profile = facts.profile
  }

  var size: PixelSize { PixelSize(width: header.width, height: header.height) }
  var isGray: Bool { header.components.count == 1 }

  /// From the embedded profile to sRGB; answers why it was of no use, where it was of none.
  func applyProfile(to pixels: inout Pixels) -> Message? {
    if profile.isEmpty { return nil }
    let count = pixels.width * pixels.height
    let failed = tondo_profile_apply(profile, profile.count, &pixels.samples, count)
    return failed == 0 ? nil : Failure.pending().message
  }
}

/// What libjpeg finds, which decides what the colours mean.
private struct Facts {
  let isGray: Bool
  let profile: [UInt8]

  init?(_ bytes: UnsafeRawBufferPointer) {
    var facts = tondo_jpeg_facts()
    let failed = tondo_jpeg_facts_read(bytes.baseAddress, bytes.count, &facts)
    defer { tondo_bytes_free(facts.profile) }
    guard failed == 0 else { return nil }
    isGray = facts.gray != 0
    profile = Array(UnsafeBufferPointer(start: facts.profile, count: facts.profile_count))
  }
}

extension JPEGStructure {
  /// What EXIF says, 1...8, and 1 where it says nothing; nil where that is not plain.
  fileprivate var orientation: Int? {
    guard let block = exif.first else { return 1 }
    guard exif.count == 1, let part = bytes.part(block.lowerBound, bytes: block.count) else { return nil }
    let said = TIFFStructure(part).short(0x0112, missing: 1)
    return said.map { 1...8 ~= $0 ? $0 : 1 }
  }
}
