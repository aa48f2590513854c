extension Completeness {
  /// Block after block up to the trailer. Many writers leave the trailer out: an end between blocks is one, too.
  static func gif(_ bytes: ByteReader) -> String? {
    guard let flags = bytes.byte(10) else { return "the header is cut" }
    var place = 13 + palette(flags)
    while let kind = bytes.byte(place) {
      switch kind {
      case 0x21: place += 2
      case 0x2C:
        guard let local = bytes.byte(place + 9) else { return "a frame's header is cut" }
        place += 11 + palette(local)
      case 0x3B: return nil
      default: return nil  // Junk behind the frames, which decoders pass over.
      }
      guard let end = endOfBlocks(bytes, from: place) else { return "a block is cut" }
      place = end
    }
    return place > bytes.count ? "a palette is cut" : nil
  }

  /// Bytes of a palette, from the flags in front of it.
  private static func palette(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

  private static func endOfBlocks(_ bytes: ByteReader, from start: Int) -> Int? {
    var place = start
    while let length = bytes.byte(place) {
      place += 1 + Int(length)
      if length == 0 { return place }
    }
    return nil
  }
}
