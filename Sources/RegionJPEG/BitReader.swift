/// Bits of the buffer that `EntropyCodedSegment` fills (T.81 F.2.2.5).
struct BitReader {
  /// The next ones, from the most significant on; behind them zeros, or what follows.
  private(set) var bits: UInt64 = 0
  private var count: UInt64 = 0
  private var offset = 0
  /// Whether a code was met that does not exist.
  var isDamaged = false

  /// How many bits of the buffer have been read.
  @inline(__always)
  var position: Int { offset &<< 3 &- Int(truncatingIfNeeded: count) }

  /// At least 56 bits can be read after this.
  @inline(__always)
  mutating func refill(_ bytes: Span<UInt8>) {
    guard bytes.count == EntropyCodedSegment.size + EntropyCodedSegment.slack else { return }
    // Masked, so that it needs no comparison: whoever reads too far reads nonsense, and is stopped at the
    // next MCU.
    bits |= load(bytes, offset & (EntropyCodedSegment.size - 1)) &>> count
    offset &+= Int(truncatingIfNeeded: (63 &- count) &>> 3)
    count |= 56
  }

  /// Only the lowest six bits of `length` count.
  @inline(__always)
  mutating func skip(_ length: UInt64) {
    bits = bits &<< length
    count = count &- (length & 63)
  }

  /// Goes to a place in the buffer, in bits.
  mutating func seek(_ position: Int, _ bytes: Span<UInt8>) {
    offset = position &>> 3
    bits = 0
    count = 0
    refill(bytes)
    skip(UInt64(truncatingIfNeeded: position & 7))
  }

  /// The buffer's front is now what was at byte `place`.
  mutating func move(by place: Int) {
    offset &-= place
  }

  /// The byte that the next bits are in.
  var place: Int { max(position, 0) &>> 3 }
}
