internal import Model

/// The segments of a JPEG: marker after marker up to the end of the image, then the further pictures.
///
/// The end of an embedded thumbnail lies inside a segment, and is passed over with it.
struct JPEGStructure {
  let bytes: ByteReader
  /// What is not there; nil where all is.
  private(set) var missing: Message?
  /// From the first scan's marker to the end of the image; empty where there is neither.
  private(set) var scans: Range<Int>
  /// The contents of EXIF segments in front of the first scan.
  private(set) var exif: [Range<Int>] = []

  init(_ bytes: ByteReader) {
    self.bytes = bytes
    scans = bytes.count..<bytes.count
    missing = walk()
  }

  private mutating func walk() -> Message? {
    var place = 2
    var further: Message?
    while let found = bytes.findMarker(from: place), let code = bytes.byte(found + 1) {
      place = found + 1
      switch code {
      case 0xD9 where !scans.isEmpty:
        scans = scans.lowerBound..<place
        return further
      case 0xC0..<0xD0, 0xDA...0xFE:
        guard let length = bytes.number(found + 2, bytes: 2) else { return Message("detail.segment") }
        if code == 0xDA, scans.isEmpty { scans = found..<bytes.count }
        // Decoders do not look for it behind the first scan.
        if code == 0xE1, scans.isEmpty, bytes.has("Exif\0\0", at: found + 4) { note(found + 10, length - 8) }
        if code == 0xE2, bytes.has("MPF\0", at: found + 4) { further = missingPicture(found + 8, length - 6) }
        place += 1 + length
      case 0xFF: break
      default: place += 1
      }
    }
    return scans.isEmpty ? Message("detail.noData") : Message("detail.noEnd.jpeg")
  }

  private mutating func note(_ start: Int, _ length: Int) {
    if length > 0, start + length <= bytes.count { exif.append(start..<(start + length)) }
  }

  /// Cameras put more pictures behind the first one, and say in a small TIFF where: another exposure, a gain map.
  private func missingPicture(_ start: Int, _ length: Int) -> Message? {
    guard length > 0, let part = bytes.part(start, bytes: length) else { return nil }
    let index = TIFFStructure(part)
    let entries = index.block(0xB002) ?? 0..<0
    for entry in stride(from: entries.lowerBound, to: entries.upperBound - 15, by: 16) {
      guard let size = index.number(entry + 4, 4), let offset = index.number(entry + 8, 4) else { continue }
      // The first one's offset is zero, from the file's start.
      if (offset == 0 ? 0 : start + offset) + size > bytes.count { return Message("detail.further") }
    }
    return nil
  }
}
