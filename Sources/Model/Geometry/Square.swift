/// Width and height in pixels, each 1 or more.
package struct PixelSize: Hashable, Sendable, Codable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The same picture after a quarter turn.
  package var turned: PixelSize { PixelSize(width: height, height: width) }
}

/// A real-numbered square in upright pixels: left and top edge, and side.
///
/// It may reach past the image.
package struct Square: Hashable, Sendable, Codable {
  package var x: Double
  package var y: Double
  package var side: Double

  package init(x: Double, y: Double, side: Double) {
    self.x = x
    self.y = y
    self.side = side
  }

  /// "Inside" is meant within this many pixels.
  package static let tolerance = 1e-6

  /// Whether no part of the square lies past the image's edge.
  package func lies(inside size: PixelSize) -> Bool {
    x >= -Self.tolerance && y >= -Self.tolerance
      && x + side <= Double(size.width) + Self.tolerance && y + side <= Double(size.height) + Self.tolerance
  }

  /// The square in whole pixels, as the manifest shows it.
  package func rounded(in size: PixelSize) -> CropSquare {
    let whole = max(1, Int(clamping: side.rounded(.toNearestOrAwayFromZero)))
    var crop = CropSquare(
      x: Int(clamping: x.rounded(.toNearestOrAwayFromZero)),
      y: Int(clamping: y.rounded(.toNearestOrAwayFromZero)),
      size: whole)
    if lies(inside: size) {
      crop.x = max(0, min(crop.x, size.width - whole))
      crop.y = max(0, min(crop.y, size.height - whole))
    }
    return crop
  }
}

/// The manifest's `crop`: a square in whole upright pixels.
package struct CropSquare: Hashable, Sendable, Codable {
  package var x: Int
  package var y: Int
  /// 1 or more.
  package var size: Int

  package init(x: Int, y: Int, size: Int) {
    self.x = x
    self.y = y
    self.size = size
  }
}

extension Int {
  /// The nearest integer that fits; zero for NaN.
  init(clamping value: Double) { self = value.isNaN ? 0 : Int(Swift.max(-9e15, Swift.min(9e15, value))) }
}
