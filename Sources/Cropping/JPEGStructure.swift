internal import Model

/// The segments of a JPEG.
struct JPEGStructure {
  private let bytes: ByteReader

  init(_ bytes: ByteReader) { self.bytes = bytes }

  /// What is not there; nil where all is: marker after marker up to the end of the image, then the further pictures.
  ///
  /// The end of an embedded thumbnail lies inside a segment, and is passed over with it.
  var missing: Message? {
    var place = 2
    var scans = 0
    var further: Message?
    while let found = bytes.find(0xFF, from: place), let code = bytes.byte(found + 1) {
      place = found + 1
      switch code {
      case 0xD9 where scans > 0: return further
      case 0x00, 0x01, 0xD0...0xD9: place += 1
      case 0xC0...0xFE:
        guard let length = bytes.number(found + 2, bytes: 2) else { return Message("detail.segment") }
        if code == 0xDA { scans += 1 }
        if code == 0xE2, bytes.has("MPF\0", at: found + 4) { further = missingPicture(found + 8, length - 6) }
        place += 1 + length
      case 0xFF: break
      default: place += 1
      }
    }
    return scans > 0 ? Message("detail.noEnd.jpeg") : Message("detail.noData")
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
