/// Where a block's samples go.
struct BlockTarget {
  var offset: Int
  let stride: Int
}

/// Reconstructs a block of `size` samples squared, and clears it for the next one.
///
/// Rows are written four or eight samples wide: what is too much is the next block's, or lies between the planes.
@inline(never)
func reconstruct(
  _ block: inout Block, isFlat: Bool, size: Int, _ multipliers: Span<Float>, _ cosines: Span<Float>,
  _ samples: inout MutableSpan<UInt8>, _ target: BlockTarget
) {
  guard multipliers.count == 64, cosines.count == 32 else { return }
  if isFlat || size == 1 {
    fill(Float(block[0]) * multipliers[0] + 128, size, &samples, target)
  } else if size <= 4 {
    reconstructSmall(block, size, multipliers, &samples, target)
  } else {
    reconstructLarge(block, size, multipliers, cosines, &samples, target)
  }
  if !isFlat { block.clear(size <= 4 ? 16 : 64) }
}

@inline(__always)
private func fill(_ level: Float, _ size: Int, _ samples: inout MutableSpan<UInt8>, _ target: BlockTarget) {
  let four = rounded(SIMD4(repeating: level))
  var offset = target.offset
  for _ in 0..<size {
    store(four, &samples, offset)
    if size > 4 { store(four, &samples, offset &+ 4) }
    offset &+= target.stride
  }
}

/// Samples to the nearest byte.
@inline(__always)
func rounded(_ values: SIMD4<Float>) -> SIMD4<UInt8> {
  let none = SIMD4<Float>(repeating: 0)
  let most = SIMD4<Float>(repeating: 255)
  let positive = values.replacing(with: none, where: values .< none)
  let limited = positive.replacing(with: most, where: positive .> most)
  // 2^23: the integer is in the lowest bits of the sum.
  let sum = limited + 8_388_608
  let bits = SIMD4<UInt32>(sum[0].bitPattern, sum[1].bitPattern, sum[2].bitPattern, sum[3].bitPattern)
  return SIMD4<UInt8>(truncatingIfNeeded: bits)
}
