private typealias Four = SIMD4<Float>
private typealias Eight = SIMD8<Float>

/// Five to eight samples squared: rows are summed up to pairs of mirrored lines, then each line's columns.
@inline(__always)
func reconstructLarge(
  _ block: inout Block, _ size: Int, _ multipliers: Span<SIMD4<Float>>, _ cosines: Span<SIMD4<Float>>,
  _ samples: inout MutableSpan<UInt8>, _ target: BlockTarget
) {
  guard multipliers.count == 16, cosines.count == 8 else { return }
  let r0 = row(0, &block, multipliers) + Eight(128, 0, 0, 0, 0, 0, 0, 0)
  let r1 = row(1, &block, multipliers)
  let r2 = row(2, &block, multipliers)
  let r3 = row(3, &block, multipliers)
  let r4 = row(4, &block, multipliers)
  let r5 = row(5, &block, multipliers)
  let r6 = row(6, &block, multipliers)
  let r7 = row(7, &block, multipliers)
  for index in 0..<4 where 2 &* index < size {
    let even: Eight = sum(r0, r2 * cosines[1][index], r4 * cosines[2][index], r6 * cosines[3][index])
    let odd: Eight = sum(
      r1 * cosines[4][index], r3 * cosines[5][index], r5 * cosines[6][index], r7 * cosines[7][index])
    let upper = target.offset &+ index &* target.stride
    let lower = target.offset &+ (size &- 1 &- index) &* target.stride
    storeLine(even + odd, size, cosines, &samples, upper)
    storeLine(even - odd, size, cosines, &samples, lower)
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
@inline(__always)
private func storeLine(
  _ line: Eight, _ size: Int, _ cosines: Span<SIMD4<Float>>, _ samples: inout MutableSpan<UInt8>,
  _ offset: Int
) {
  let even: Four = sum(
    Four(repeating: line[0]), cosines[1] * line[2], cosines[2] * line[4], cosines[3] * line[6])
  let odd: Four = sum(cosines[4] * line[1], cosines[5] * line[3], cosines[6] * line[5], cosines[7] * line[7])
  let mirrored = even - odd
  store(rounded(even + odd), &samples, offset)
  store(
    rounded(Four(mirrored[3], mirrored[2], mirrored[1], mirrored[0])), &samples, offset &+ size &- 4)
}
