internal import CTondoImage
internal import Model

/// A rectangle of real numbers, in pixels of what is sampled.
struct Area: Equatable, Sendable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  init(_ square: Square, eighths: Int = 8) {
    let factor = Double(eighths) / 8
    self.init(
      x: square.x * factor, y: square.y * factor, width: square.side * factor, height: square.side * factor)
  }

  var shim: tondo_area { tondo_area(x: x, y: y, width: width, height: height) }
}

extension Pixels {
  /// An area of these pixels, made larger or smaller by Lanczos of three lobes.
  func resampled(_ area: Area, width: Int, height: Int) throws(Failure) -> Pixels {
    var failed: Int32 = 0
    let result = [UInt8](unsafeUninitializedCapacity: width * height * bands) { result, used in
      failed = tondo_samples_resample(
        samples, Int32(self.width), Int32(self.height), Int32(bands), area.shim, result.baseAddress,
        Int32(width),
        Int32(height))
      if failed == 0 { used = width * height * bands }
    }
    guard failed == 0 else { throw .pending() }
    return Pixels(width: width, height: height, bands: bands, samples: result)
  }

  /// All of it.
  func resampled(width: Int, height: Int) throws(Failure) -> Pixels {
    let all = Area(x: 0, y: 0, width: Double(self.width), height: Double(self.height))
    return try resampled(all, width: width, height: height)
  }
}
