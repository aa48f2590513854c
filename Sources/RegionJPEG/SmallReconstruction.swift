private typealias Four = SIMD4<Float>

/// Two to four samples squared: each coefficient's part of a row, then the rows' parts of the columns.
@inline(__always)
func reconstructSmall(
  _ block: inout Block, _ size: Int, _ multipliers: Span<SIMD4<Float>>, _ samples: inout MutableSpan<UInt8>,
  _ target: BlockTarget
) {
  guard multipliers.count == BlockLayout.multiplierCount else { return }
  switch size {
  case 2: reconstructTwo(&block, multipliers, &samples, target)
  case 3: reconstructThree(&block, multipliers, &samples, target)
  default: reconstructFour(&block, multipliers, &samples, target)
  }
}

@inline(never)
private func reconstructTwo(
  _ block: inout Block, _ multipliers: Span<SIMD4<Float>>, _ samples: inout MutableSpan<UInt8>,
  _ target: BlockTarget
) {
  guard multipliers.count == BlockLayout.multiplierCount else { return }
  let a = multipliers[0] * block.float(0) + multipliers[1] * block.float(1) + 128
  let b = multipliers[4] * block.float(4) + multipliers[5] * block.float(5)
  store(rounded(a + b), &samples, target.offset)
  store(rounded(a - b), &samples, target.offset &+ target.stride)
}

@inline(never)
private func reconstructThree(
  _ block: inout Block, _ multipliers: Span<SIMD4<Float>>, _ samples: inout MutableSpan<UInt8>,
  _ target: BlockTarget
) {
  guard multipliers.count == BlockLayout.multiplierCount else { return }
  let a = three(0, &block, multipliers) + 128
  let b = three(4, &block, multipliers)
  let c = three(8, &block, multipliers)
  let even = a + c
  store(rounded(even + b), &samples, target.offset)
  store(rounded(a - c - c), &samples, target.offset &+ target.stride)
  store(rounded(even - b), &samples, target.offset &+ 2 &* target.stride)
}

@inline(never)
private func reconstructFour(
  _ block: inout Block, _ multipliers: Span<SIMD4<Float>>, _ samples: inout MutableSpan<UInt8>,
  _ target: BlockTarget
) {
  guard multipliers.count == BlockLayout.multiplierCount else { return }
  let a = four(0, &block, multipliers) + 128
  let b = four(4, &block, multipliers)
  let c = four(8, &block, multipliers)
  let d = four(12, &block, multipliers)
  // tan(pi / 8)
  let tangent: Float = 0.414_213_562
  let outer = b + d * tangent
  let inner = b * tangent - d
  store(rounded(a + c + outer), &samples, target.offset)
  store(rounded(a - c + inner), &samples, target.offset &+ target.stride)
  store(rounded(a - c - inner), &samples, target.offset &+ 2 &* target.stride)
  store(rounded(a + c - outer), &samples, target.offset &+ 3 &* target.stride)
}

@inline(__always)
private func three(_ place: UInt8, _ block: inout Block, _ multipliers: Span<SIMD4<Float>>) -> Four {
  let index = Int(place)
  return multipliers[index] * block.float(place) + multipliers[index &+ 1] * block.float(place &+ 1)
    + multipliers[index &+ 2] * block.float(place &+ 2)
}

@inline(__always)
private func four(_ place: UInt8, _ block: inout Block, _ multipliers: Span<SIMD4<Float>>) -> Four {
  three(place, &block, multipliers) + multipliers[Int(place) &+ 3] * block.float(place &+ 3)
}
