/// Where a small picture has most to see: what a person's eye goes to, as far as it can be told without knowing faces.
///
/// Detail counts, and the colours of skin, and bright colours; what is nearly black counts for nothing.
struct Salience {
  private let pixels: Pixels
  private let light: [Int]

  /// Of pixels without alpha.
  init(_ pixels: Pixels) {
    precondition(!pixels.hasAlpha, "salience is judged on opaque pixels")
    self.pixels = pixels
    light = (0..<(pixels.width * pixels.height)).map { Self.luma(pixels.samples[(3 * $0)..<(3 * $0 + 3)]) }
  }

  /// Of sRGB, 0...255.
  private static func luma(_ colour: ArraySlice<UInt8>) -> Int {
    zip(colour, [54, 183, 19]).reduce(0) { $0 + Int($1.0) * $1.1 } / 256
  }

  /// How far to move a square of the shorter side along the longer one; the middle where all is alike.
  var offset: Int {
    let isWide = pixels.width > pixels.height
    let length = max(pixels.width, pixels.height), side = min(pixels.width, pixels.height)
    let sums = sums(along: isWide, length)
    // What lies in the middle of the viewfinder is seen best, and what lies at its rim is cut by the circle.
    let weights = (0..<side).map { min(Double($0) + 0.5, Double(side) - Double($0) - 0.5) }
    let values = (0...(length - side)).map { start in
      weights.indices.reduce(0.0) { $0 + weights[$1] * sums[start + $1] }
    }
    let best = values.max() ?? 0
    let middle = (length - side) / 2
    let equal = values.indices.filter { values[$0] >= best * (1 - 1e-9) }
    return equal.min { abs($0 - middle) < abs($1 - middle) } ?? middle
  }

  /// The columns' (or rows') shares of what there is to see.
  private func sums(along isWide: Bool, _ length: Int) -> [Double] {
    var sums = [Double](repeating: 0, count: length)
    for y in 0..<pixels.height {
      for x in 0..<pixels.width { sums[isWide ? x : y] += value(x, y) }
    }
    return sums
  }

  private func value(_ x: Int, _ y: Int) -> Double {
    let i = y * pixels.width + x
    guard light[i] > 12 else { return 0 }
    return detail(x, y) + skin(i) + vividness(i)
  }

  /// How much a pixel differs from its neighbours.
  private func detail(_ x: Int, _ y: Int) -> Double {
    let own = light[y * pixels.width + x]
    let neighbours = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    let differences = neighbours.map { place in
      guard pixels.width > place.0, place.0 >= 0, pixels.height > place.1, place.1 >= 0 else { return 0 }
      return own - light[place.1 * pixels.width + place.0]
    }
    return min(100, Double(abs(differences.reduce(0, +))))
  }

  /// Up to 100 for the hue that all human skin has, light or dark.
  private func skin(_ i: Int) -> Double {
    let colour = (0..<3).map { Double(pixels.samples[3 * i + $0]) }
    let length = colour.reduce(0) { $0 + $1 * $1 }.squareRoot()
    guard length > 0, light[i] < 250 else { return 0 }
    let off = zip(colour, Self.skinHue).reduce(0.0) { $0 + ($1.0 / length - $1.1) * ($1.0 / length - $1.1) }
    return max(0, 100 * (1 - off.squareRoot() / 0.25))
  }

  /// Red, green and blue of skin, as a vector of length one.
  private static let skinHue = [0.78, 0.50, 0.38]

  private func vividness(_ i: Int) -> Double {
    let colour = pixels.samples[(3 * i)..<(3 * i + 3)]
    return 0.3 * Double((colour.max() ?? 0) - (colour.min() ?? 0))
  }
}
