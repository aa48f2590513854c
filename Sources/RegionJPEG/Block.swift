/// The quantized coefficients of a block that its reconstruction needs, where `BlockPlaces` puts them.
struct Block {
  private var coefficients = InlineArray<128, Int32>(repeating: 0)

  /// Places that no reconstruction looks at begin here.
  static let unused = 64

  @inline(__always)
  subscript(place: Int) -> Int32 {
    get { coefficients[place & 127] }
    set { coefficients[place & 127] = newValue }
  }

  @inline(__always)
  mutating func clear(_ count: Int) {
    for place in 0..<min(count, Self.unused) { coefficients[place] = 0 }
  }
}
