// Single subscripts of neighbours, behind one comparison, become one load or store.

/// Eight bytes, the first one the most significant; 0 where they are not all there.
@inline(__always)
func load(_ bytes: Span<UInt8>, _ offset: Int) -> UInt64 {
  let count = bytes.count
  guard offset >= 0, count >= 8, offset <= count &- 8 else { return 0 }
  return UInt64(bytes[offset]) << 56 | UInt64(bytes[offset &+ 1]) << 48 | UInt64(bytes[offset &+ 2]) << 40
    | UInt64(bytes[offset &+ 3]) << 32 | UInt64(bytes[offset &+ 4]) << 24 | UInt64(bytes[offset &+ 5]) << 16
    | UInt64(bytes[offset &+ 6]) << 8 | UInt64(bytes[offset &+ 7])
}

@inline(__always)
func store(_ word: UInt64, _ bytes: inout MutableSpan<UInt8>, _ offset: Int) {
  let count = bytes.count
  guard offset >= 0, count >= 8, offset <= count &- 8 else { return }
  bytes[offset] = UInt8(truncatingIfNeeded: word &>> 56)
  bytes[offset &+ 1] = UInt8(truncatingIfNeeded: word &>> 48)
  bytes[offset &+ 2] = UInt8(truncatingIfNeeded: word &>> 40)
  bytes[offset &+ 3] = UInt8(truncatingIfNeeded: word &>> 32)
  bytes[offset &+ 4] = UInt8(truncatingIfNeeded: word &>> 24)
  bytes[offset &+ 5] = UInt8(truncatingIfNeeded: word &>> 16)
  bytes[offset &+ 6] = UInt8(truncatingIfNeeded: word &>> 8)
  bytes[offset &+ 7] = UInt8(truncatingIfNeeded: word)
}

@inline(__always)
func store(_ samples: SIMD4<UInt8>, _ bytes: inout MutableSpan<UInt8>, _ offset: Int) {
  let count = bytes.count
  guard offset >= 0, count >= 4, offset <= count &- 4 else { return }
  bytes[offset] = samples[0]
  bytes[offset &+ 1] = samples[1]
  bytes[offset &+ 2] = samples[2]
  bytes[offset &+ 3] = samples[3]
}

/// Copies 32 bytes where they are there; whether they are, and none of them is X'FF'.
@inline(__always)
func copyPlain(_ bytes: Span<UInt8>, _ offset: Int, _ target: inout MutableSpan<UInt8>, _ place: Int) -> Bool
{
  let source = bytes.extracting(droppingFirst: offset & Int.max)
  guard source.count >= 32, place >= 0, target.count >= 32, place <= target.count &- 32 else { return false }
  var marks: UInt8 = 0
  for index in 0..<32 { marks |= source[index] == Marker.prefix ? 1 : 0 }
  for index in 0..<32 { target[place &+ index] = source[index] }
  return marks == 0
}
