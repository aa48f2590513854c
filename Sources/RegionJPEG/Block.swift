/// The quantized coefficients of a block that its reconstruction needs, where `BlockLayout` puts them.
struct Block {
  /// As many as an index of eight bits reaches: it needs no comparison.
  private var coefficients = InlineArray<256, Int16>(repeating: 0)
  /// Whether only the DC coefficient was read.
  var isFlat = true

  /// Places that no reconstruction looks at begin here.
  static let unused = 64

  @inline(__always)
  subscript(place: UInt8) -> Int16 {
    get { coefficients[Int(place)] }
    set { coefficients[Int(place)] = newValue }
  }

  @inline(__always)
  func float(_ place: UInt8) -> Float { Float(self[place]) }

  /// Four of them, from a place that a constant names.
  @inline(__always)
  func four(_ place: UInt8) -> SIMD4<Float> {
    SIMD4(Float(self[place]), Float(self[place &+ 1]), Float(self[place &+ 2]), Float(self[place &+ 3]))
  }

  /// Makes the first 16 places zero, or all that are used.
  @inline(__always)
  mutating func clear(isSmall: Bool) {
    for place in 0..<16 { coefficients[place] = 0 }
    if isSmall { return }
    for place in 16..<Self.unused { coefficients[place] = 0 }
  }
}

/// Those of an MCU: 8 of the first component, and one of each of the others.
typealias Blocks = InlineArray<16, Block>
