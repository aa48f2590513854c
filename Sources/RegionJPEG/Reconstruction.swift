/// Where a block's samples go.
struct BlockTarget {
  var offset: Int
  let stride: Int
}

/// Reconstructs a block of `size` samples squared, and clears it for the next one (T.81 A.3.1, A.3.3, A.3.4).
///
/// Rows are written four or eight samples wide: what is too much is the next block's, or lies between the
/// planes.
@inline(__always)
func reconstruct(
  _ block: inout Block, size: Int, _ multipliers: Span<SIMD4<Float>>, _ cosines: Span<SIMD4<Float>>,
  _ samples: inout MutableSpan<UInt8>, _ target: BlockTarget
) {
  guard multipliers.count == 16 else { return }
  if block.isFlat || size == 1 {
    fill(Float(block[0]) * multipliers[0][0] + 128, size, &samples, target)
  } else if size <= 4 {
    reconstructSmall(&block, size, multipliers, &samples, target)
  } else {
    reconstructLarge(&block, size, multipliers, cosines, &samples, target)
  }
  if !block.isFlat { block.clear(isSmall: size <= 4) }
}

@inline(__always)
private func fill(_ level: Float, _ size: Int, _ samples: inout MutableSpan<UInt8>, _ target: BlockTarget) {
  let sample = rounded(SIMD4(repeating: level))[0]
  var offset = target.offset
  var left = size
  while left > 0 {
    store(UInt64(sample) &* 0x0101_0101_0101_0101, &samples, offset)
    offset &+= target.stride
    left &-= 1
  }
}

/// Samples to the nearest byte.
@inline(__always)
func rounded(_ values: SIMD4<Float>) -> SIMD4<UInt8> {
  let none = SIMD4<Float>(repeating: 0)
  let most = SIMD4<Float>(repeating: 255)
  let positive = values.replacing(with: none, where: values .< none)
  let limited = most.replacing(with: positive, where: positive .< most)
  // 2^23: the integer is in the lowest bits of the sum.
  let sum = limited + 8_388_608
  let bits = SIMD4<UInt32>(sum[0].bitPattern, sum[1].bitPattern, sum[2].bitPattern, sum[3].bitPattern)
  return SIMD4<UInt8>(truncatingIfNeeded: bits)
}
