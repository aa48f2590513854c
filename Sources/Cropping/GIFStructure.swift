internal import Model

/// The blocks of a GIF.
struct GIFStructure {
  private let bytes: ByteReader

  init(_ bytes: ByteReader) { self.bytes = bytes }

  /// What is not there; nil where all is.
  ///
  /// Many writers leave the trailer out: an end between blocks is one, too, once there is a frame.
  var missing: Message? {
    guard start > 0 else { return Message("detail.header") }
    var place = start
    var hasFrame = false
    while let kind = bytes.byte(place) {
      // The trailer, or junk behind the frames, which decoders pass over.
      guard kind == Self.extended || kind == Self.frame else { return nil }
      guard let next = next(place) else { return Message("detail.block") }
      hasFrame = hasFrame || kind == Self.frame
      place = next
    }
    return hasFrame ? nil : Message("detail.noFrame")
  }

  /// Where the first frame's position and size stand.
  var firstFrame: Int? {
    var place = start
    while bytes.byte(place) == Self.extended, let next = next(place) { place = next }
    return bytes.byte(place) == Self.frame ? place + 1 : nil
  }

  private static let extended: UInt8 = 0x21
  private static let frame: UInt8 = 0x2C

  /// The first block; zero where the header is cut.
  private var start: Int { bytes.byte(10).map { 13 + palette($0) } ?? 0 }

  /// Bytes of a palette, from the flags in front of it.
  private func palette(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

  /// The block after the one at `place`; nil where that is cut.
  private func next(_ place: Int) -> Int? {
    if bytes.byte(place) == Self.extended { return endOfParts(from: place + 2) }
    guard let flags = bytes.byte(place + 9) else { return nil }
    return endOfParts(from: place + 11 + palette(flags))
  }

  private func endOfParts(from start: Int) -> Int? {
    var place = start
    while let length = bytes.byte(place) {
      place += 1 + Int(length)
      if length == 0 { return place }
    }
    return nil
  }
}
