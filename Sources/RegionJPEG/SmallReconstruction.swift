private typealias Four = SIMD4<Float>

/// Two to four samples squared: columns first, turned over, then rows.
@inline(__always)
func reconstructSmall(
  _ block: Block, _ size: Int, _ multipliers: Span<Float>, _ samples: inout MutableSpan<UInt8>,
  _ target: BlockTarget
) {
  var lines = Lines(
    column(0, block, multipliers) + Four(128, 0, 0, 0), column(1, block, multipliers),
    column(2, block, multipliers), column(3, block, multipliers))
  switch size {
  case 2: lines = lines.twoPoints.turned.twoPoints
  case 3: lines = lines.threePoints.turned.threePoints
  default: lines = lines.fourPoints.turned.fourPoints
  }
  let offset = target.offset
  let stride = target.stride
  store(rounded(lines.a), &samples, offset)
  store(rounded(lines.b), &samples, offset &+ stride)
  if size > 2 { store(rounded(lines.c), &samples, offset &+ 2 &* stride) }
  if size > 3 { store(rounded(lines.d), &samples, offset &+ 3 &* stride) }
}

@inline(__always)
private func column(_ index: Int, _ block: Block, _ multipliers: Span<Float>) -> Four {
  let place = 4 * index
  let values = Four(
    Float(block[place]), Float(block[place + 1]), Float(block[place + 2]), Float(block[place + 3]))
  return values
    * Four(multipliers[place], multipliers[place + 1], multipliers[place + 2], multipliers[place + 3])
}

/// Four lines of four; the frequencies, then the samples, of inverse DCTs from the first to the last line.
private struct Lines {
  var a: Four
  var b: Four
  var c: Four
  var d: Four

  @inline(__always)
  init(_ a: Four, _ b: Four, _ c: Four, _ d: Four) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
  }

  @inline(__always)
  var twoPoints: Lines { Lines(a + b, a - b, c, d) }

  @inline(__always)
  var threePoints: Lines {
    let even = a + c
    return Lines(even + b, a - c - c, even - b, d)
  }

  @inline(__always)
  var fourPoints: Lines {
    // tan(pi / 8)
    let tangent: Float = 0.414_213_562
    let outer = a + c
    let inner = a - c
    let outerOdd = b + d * tangent
    let innerOdd = b * tangent - d
    return Lines(outer + outerOdd, inner + innerOdd, inner - innerOdd, outer - outerOdd)
  }

  /// Columns become rows.
  @inline(__always)
  var turned: Lines {
    Lines(
      Four(a[0], b[0], c[0], d[0]), Four(a[1], b[1], c[1], d[1]), Four(a[2], b[2], c[2], d[2]),
      Four(a[3], b[3], c[3], d[3]))
  }
}
