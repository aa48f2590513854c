/// Reads the parameters of a marker segment one after the other (T.81 B.1.1.4).
struct SegmentCursor {
  private(set) var offset: Int
  let end: Int

  var isAtEnd: Bool { offset >= end }

  mutating func byte(_ bytes: Span<UInt8>) throws(JPEGError) -> Int {
    guard offset >= 0, offset < end, offset < bytes.count else { throw .malformed(offset: offset) }
    defer { offset &+= 1 }
    return Int(bytes[offset])
  }

  /// Two bytes, the more significant one first.
  mutating func word(_ bytes: Span<UInt8>) throws(JPEGError) -> Int {
    try byte(bytes) << 8 | byte(bytes)
  }

  mutating func bytes(_ count: Int, _ bytes: Span<UInt8>) throws(JPEGError) -> [UInt8] {
    var read: [UInt8] = []
    read.reserveCapacity(count)
    for _ in 0..<count { read.append(UInt8(truncatingIfNeeded: try byte(bytes))) }
    return read
  }
}
