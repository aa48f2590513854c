// Single subscripts of neighbours, behind one comparison, become one load or store: unless the offset is a
// sum with a constant, which the compiler takes apart, and whose parts it then checks.

/// Eight bytes, the first one the most significant; 0 where they are not all there.
@inline(__always)
func load(_ bytes: Span<UInt8>, _ offset: Int) -> UInt64 {
  let count = bytes.count
  guard offset >= 0, count >= 8, offset <= count &- 8 else { return 0 }
  return UInt64(bytes[offset]) << 56 | UInt64(bytes[offset &+ 1]) << 48 | UInt64(bytes[offset &+ 2]) << 40
    | UInt64(bytes[offset &+ 3]) << 32 | UInt64(bytes[offset &+ 4]) << 24 | UInt64(bytes[offset &+ 5]) << 16
    | UInt64(bytes[offset &+ 6]) << 8 | UInt64(bytes[offset &+ 7])
}

/// Moves eight bytes of the buffer that `EntropyCodedSegment` fills.
@inline(__always)
func move(_ bytes: inout MutableSpan<UInt8>, _ from: Int, _ to: Int) {
  guard bytes.count == EntropyCodedSegment.size + EntropyCodedSegment.slack else { return }
  let from = from & (EntropyCodedSegment.size - 1)
  let to = to & (EntropyCodedSegment.size - 1)
  let low = (bytes[from], bytes[from &+ 1], bytes[from &+ 2], bytes[from &+ 3])
  let high = (bytes[from &+ 4], bytes[from &+ 5], bytes[from &+ 6], bytes[from &+ 7])
  bytes[to] = low.0
  bytes[to &+ 1] = low.1
  bytes[to &+ 2] = low.2
  bytes[to &+ 3] = low.3
  bytes[to &+ 4] = high.0
  bytes[to &+ 5] = high.1
  bytes[to &+ 6] = high.2
  bytes[to &+ 7] = high.3
}

/// The least significant byte first.
@inline(__always)
func store(_ word: UInt64, _ bytes: inout MutableSpan<UInt8>, _ offset: Int) {
  let count = bytes.count
  guard offset >= 0, count >= 8, offset <= count &- 8 else { return }
  bytes[offset] = UInt8(truncatingIfNeeded: word)
  bytes[offset &+ 1] = UInt8(truncatingIfNeeded: word &>> 8)
  bytes[offset &+ 2] = UInt8(truncatingIfNeeded: word &>> 16)
  bytes[offset &+ 3] = UInt8(truncatingIfNeeded: word &>> 24)
  bytes[offset &+ 4] = UInt8(truncatingIfNeeded: word &>> 32)
  bytes[offset &+ 5] = UInt8(truncatingIfNeeded: word &>> 40)
  bytes[offset &+ 6] = UInt8(truncatingIfNeeded: word &>> 48)
  bytes[offset &+ 7] = UInt8(truncatingIfNeeded: word &>> 56)
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

@inline(__always)
private func sixteen(_ source: Span<UInt8>) -> SIMD16<UInt8> {
  guard source.count >= 16 else { return .zero }
  return SIMD16(
    source[0], source[1], source[2], source[3], source[4], source[5], source[6], source[7], source[8],
    source[9], source[10], source[11], source[12], source[13], source[14], source[15])
}

@inline(__always)
private func store(_ word: SIMD16<UInt8>, _ bytes: inout MutableSpan<UInt8>, _ offset: Int) {
  let count = bytes.count
  guard offset >= 0, count >= 16, offset <= count &- 16 else { return }
  bytes[offset &+ 0] = word[0]
  bytes[offset &+ 1] = word[1]
  bytes[offset &+ 2] = word[2]
  bytes[offset &+ 3] = word[3]
  bytes[offset &+ 4] = word[4]
  bytes[offset &+ 5] = word[5]
  bytes[offset &+ 6] = word[6]
  bytes[offset &+ 7] = word[7]
  bytes[offset &+ 8] = word[8]
  bytes[offset &+ 9] = word[9]
  bytes[offset &+ 10] = word[10]
  bytes[offset &+ 11] = word[11]
  bytes[offset &+ 12] = word[12]
  bytes[offset &+ 13] = word[13]
  bytes[offset &+ 14] = word[14]
  bytes[offset &+ 15] = word[15]
}

/// Copies 32 bytes where they are there; whether they are, and none of them is X'FF'.
@inline(__always)
func copyPlain(_ bytes: Span<UInt8>, _ offset: Int, _ target: inout MutableSpan<UInt8>, _ place: Int) -> Bool
{
  let source = bytes.extracting(droppingFirst: offset & Int.max)
  guard source.count >= 32 else { return false }
  var marks: UInt8 = 0
  for index in 0..<32 { marks |= source[index] == Marker.prefix ? 1 : 0 }
  store(sixteen(source), &target, place)
  store(sixteen(source.extracting(droppingFirst: 16)), &target, place &+ 16)
  return marks == 0
}
