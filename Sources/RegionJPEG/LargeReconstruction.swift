private typealias Four = SIMD4<Float>
private typealias Eight = SIMD8<Float>

/// Five to eight samples squared: rows are summed up to pairs of mirrored lines, then each line's columns.
@inline(__always)
func reconstructLarge(
  _ block: Block, _ size: Int, _ multipliers: Span<Float>, _ cosines: Span<Float>,
  _ samples: inout MutableSpan<UInt8>, _ target: BlockTarget
) {
  guard cosines.count == 32 else { return }
  let level = Eight(128, 0, 0, 0, 0, 0, 0, 0)
  let (r0, r1) = (row(0, block, multipliers) + level, row(1, block, multipliers))
  let (r2, r3) = (row(2, block, multipliers), row(3, block, multipliers))
  let (r4, r5) = (row(4, block, multipliers), row(5, block, multipliers))
  let (r6, r7) = (row(6, block, multipliers), row(7, block, multipliers))
  var upper = target.offset
  var lower = target.offset &+ (size &- 1) &* target.stride
  var index = 0
  while index <= (size &- 1) &>> 1 {
    let i = index & 3
    let even: Eight = sum(r0, r2 * cosines[4 &+ i], r4 * cosines[8 &+ i], r6 * cosines[12 &+ i])
    let odd: Eight = sum(
      r1 * cosines[16 &+ i], r3 * cosines[20 &+ i], r5 * cosines[24 &+ i], r7 * cosines[28 &+ i])
    storeLine(even + odd, size, cosines, &samples, upper)
    storeLine(even - odd, size, cosines, &samples, lower)
    upper &+= target.stride
    lower &-= target.stride
    index &+= 1
  }
}

@inline(__always)
private func sum(_ a: Four, _ b: Four, _ c: Four, _ d: Four) -> Four { (a + b) + (c + d) }

@inline(__always)
private func sum(_ a: Eight, _ b: Eight, _ c: Eight, _ d: Eight) -> Eight { (a + b) + (c + d) }

@inline(__always)
private func row(_ index: Int, _ block: Block, _ multipliers: Span<Float>) -> Eight {
  let p = 8 * index
  let values = Eight(
    Float(block[p]), Float(block[p + 1]), Float(block[p + 2]), Float(block[p + 3]), Float(block[p + 4]),
    Float(block[p + 5]), Float(block[p + 6]), Float(block[p + 7]))
  return values
    * Eight(
      multipliers[p], multipliers[p + 1], multipliers[p + 2], multipliers[p + 3], multipliers[p + 4],
      multipliers[p + 5], multipliers[p + 6], multipliers[p + 7])
}

/// The first four samples of a line, and its last four, which mirror them.
@inline(__always)
private func storeLine(
  _ line: Eight, _ size: Int, _ cosines: Span<Float>, _ samples: inout MutableSpan<UInt8>, _ offset: Int
) {
  let even: Four = sum(
    Four(repeating: line[0]), four(cosines, 4) * line[2], four(cosines, 8) * line[4],
    four(cosines, 12) * line[6])
  let odd: Four = sum(
    four(cosines, 16) * line[1], four(cosines, 20) * line[3], four(cosines, 24) * line[5],
    four(cosines, 28) * line[7])
  let mirrored = even - odd
  store(rounded(even + odd), &samples, offset)
  store(
    rounded(Four(mirrored[3], mirrored[2], mirrored[1], mirrored[0])), &samples, offset &+ size &- 4)
}

@inline(__always)
private func four(_ cosines: Span<Float>, _ index: Int) -> Four {
  Four(cosines[index], cosines[index + 1], cosines[index + 2], cosines[index + 3])
}
