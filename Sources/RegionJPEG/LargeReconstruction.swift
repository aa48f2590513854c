private typealias Four = SIMD4<Float>
private typealias Eight = SIMD8<Float>

/// Five to eight samples squared: rows are summed up to pairs of mirrored lines, then each line's columns.
@inline(never)
func reconstructLarge(
  _ block: inout Block, _ size: Int, _ multipliers: Span<SIMD4<Float>>, _ cosines: Span<SIMD4<Float>>,
  _ samples: inout MutableSpan<UInt8>, _ target: BlockTarget
) {
  guard multipliers.count == BlockLayout.multiplierCount, cosines.count == CosineBasis.vectorCount else {
    return
  }
  let r0 = row(0, &block, multipliers) + Eight(128, 0, 0, 0, 0, 0, 0, 0)
  let r1 = row(1, &block, multipliers)
  let r2 = row(2, &block, multipliers)
  let r3 = row(3, &block, multipliers)
  let r4 = row(4, &block, multipliers)
  let r5 = row(5, &block, multipliers)
  let r6 = row(6, &block, multipliers)
  let r7 = row(7, &block, multipliers)
  var index = 0
  while index &* 2 < size {
    // Lanes of vectors have to be constants.
    let even = cosines[8 &+ (2 &* index & 6)]
    let odd = cosines[9 &+ (2 &* index & 6)]
    let evenPart: Eight = sum(r0, r2 * even[1], r4 * even[2], r6 * even[3])
    let oddPart: Eight = sum(r1 * odd[0], r3 * odd[1], r5 * odd[2], r7 * odd[3])
    let upper = target.offset &+ index &* target.stride
    let lower = target.offset &+ (size &- 1 &- index) &* target.stride
    storeLine(evenPart + oddPart, size, cosines, &samples, upper)
    storeLine(evenPart - oddPart, size, cosines, &samples, lower)
    index &+= 1
  }
}

@inline(__always)
private func row(_ index: Int, _ block: inout Block, _ multipliers: Span<SIMD4<Float>>) -> Eight {
  let place = UInt8(truncatingIfNeeded: 8 &* index)
  return Eight(
    lowHalf: block.four(place) * multipliers[2 &* index],
    highHalf: block.four(place &+ 4) * multipliers[2 &* index &+ 1])
}

@inline(__always)
private func sum(_ a: Four, _ b: Four, _ c: Four, _ d: Four) -> Four { (a + b) + (c + d) }

@inline(__always)
private func sum(_ a: Eight, _ b: Eight, _ c: Eight, _ d: Eight) -> Eight { (a + b) + (c + d) }

/// The first four samples of a line, and its last four, which mirror them.
///
/// Inlined, it would have the compiler do all sums one by one.
@inline(never)
private func storeLine(
  _ line: Eight, _ size: Int, _ cosines: Span<SIMD4<Float>>, _ samples: inout MutableSpan<UInt8>,
  _ offset: Int
) {
  guard cosines.count == CosineBasis.vectorCount else { return }
  let even: Four = sum(
    Four(repeating: line[0]), cosines[1] * line[2], cosines[2] * line[4], cosines[3] * line[6])
  let odd: Four = sum(cosines[4] * line[1], cosines[5] * line[3], cosines[6] * line[5], cosines[7] * line[7])
  let left = word(rounded(even + odd))
  let mirrored = even - odd
  let right = word(rounded(Four(mirrored[3], mirrored[2], mirrored[1], mirrored[0])))
  // Of less than eight samples, the middle ones are in both halves.
  let shift = UInt64(truncatingIfNeeded: 8 &* (8 &- size))
  store(left | (right &>> shift) &<< 32, &samples, offset)
}

@inline(__always)
private func word(_ four: SIMD4<UInt8>) -> UInt64 {
  UInt64(four[0]) | UInt64(four[1]) << 8 | UInt64(four[2]) << 16 | UInt64(four[3]) << 24
}
