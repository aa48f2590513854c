private typealias Four = SIMD4<Float>
private typealias Eight = SIMD8<Float>

/// Five to eight samples squared: rows are summed up to pairs of mirrored lines, then each line's columns.
@inline(never)
func reconstructLarge(
  _ block: inout Block, _ size: Int, _ multipliers: Span<SIMD4<Float>>, _ cosines: Span<SIMD4<Float>>,
  _ samples: inout MutableSpan<UInt8>, _ target: BlockTarget
) {
  guard multipliers.count == BlockLayout.multiplierCount, cosines.count == CosineBasis.halfCount else {
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
  // Lanes of vectors have to be constants.
  let evenRows = Rows(r0, r2, r4, r6)
  let oddRows = Rows(r1, r3, r5, r7)
  storeLines(0, evenRows, oddRows, size, cosines, &samples, target)
  storeLines(1, evenRows, oddRows, size, cosines, &samples, target)
  storeLines(2, evenRows, oddRows, size, cosines, &samples, target)
  if size > 6 { storeLines(3, evenRows, oddRows, size, cosines, &samples, target) }
}

/// Those of even, or odd, frequencies.
private struct Rows {
  let a: Eight
  let b: Eight
  let c: Eight
  let d: Eight

  @inline(__always)
  init(_ a: Eight, _ b: Eight, _ c: Eight, _ d: Eight) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
  }
}

/// A line of samples, and that which mirrors it.
@inline(__always)
private func storeLines(
  _ index: Int, _ even: Rows, _ odd: Rows, _ size: Int, _ cosines: Span<SIMD4<Float>>,
  _ samples: inout MutableSpan<UInt8>, _ target: BlockTarget
) {
  guard cosines.count == CosineBasis.halfCount else { return }
  let evenPart: Eight = sum(
    even.a, even.b * cosines[1][index], even.c * cosines[2][index], even.d * cosines[3][index])
  let oddPart: Eight = sum(
    odd.a * cosines[4][index], odd.b * cosines[5][index], odd.c * cosines[6][index],
    odd.d * cosines[7][index])
  let upper = target.offset &+ index &* target.stride
  let lower = target.offset &+ (size &- 1 &- index) &* target.stride
  storeLine(evenPart + oddPart, size, cosines, &samples, upper)
  storeLine(evenPart - oddPart, size, cosines, &samples, lower)
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
  guard cosines.count == CosineBasis.halfCount else { return }
  let even: Four = sum(
    Four(repeating: line[0]), cosines[1] * line[2], cosines[2] * line[4], cosines[3] * line[6])
  let odd: Four = sum(cosines[4] * line[1], cosines[5] * line[3], cosines[6] * line[5], cosines[7] * line[7])
  let mirrored = even - odd
  store(rounded(even + odd), &samples, offset)
  store(
    rounded(Four(mirrored[3], mirrored[2], mirrored[1], mirrored[0])), &samples, offset &+ size &- 4)
}
