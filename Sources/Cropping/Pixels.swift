/// A small picture in memory: 8 bit sRGB, row by row, with (4 bands) or without (3) alpha, not premultiplied.
struct Pixels: Equatable, Sendable {
  let width: Int
  let height: Int
  let bands: Int
  var samples: [UInt8]

  init(width: Int, height: Int, bands: Int, samples: [UInt8]) {
    precondition(bands == 3 || bands == 4, "pixels are RGB or RGBA")
    precondition(samples.count == width * height * bands, "as many samples as pixels times bands")
    self.width = width
    self.height = height
    self.bands = bands
    self.samples = samples
  }

  var hasAlpha: Bool { bands == 4 }

  /// The same with an alpha of 255 where there was none.
  var withAlpha: Pixels {
    if hasAlpha { return self }
    let count = width * height
    let wide = [UInt8](unsafeUninitializedCapacity: count * 4) { result, used in
      samples.withUnsafeBufferPointer { from in
        for i in 0..<count {
          result[4 * i] = from[3 * i]
          result[4 * i + 1] = from[3 * i + 1]
          result[4 * i + 2] = from[3 * i + 2]
          result[4 * i + 3] = 255
        }
      }
      used = count * 4
    }
    return Pixels(width: width, height: height, bands: 4, samples: wide)
  }

  /// The colours alone.
  var withoutAlpha: Pixels {
    if !hasAlpha { return self }
    let count = width * height
    let narrow = [UInt8](unsafeUninitializedCapacity: count * 3) { result, used in
      samples.withUnsafeBufferPointer { from in
        for i in 0..<count {
          result[3 * i] = from[4 * i]
          result[3 * i + 1] = from[4 * i + 1]
          result[3 * i + 2] = from[4 * i + 2]
        }
      }
      used = count * 3
    }
    return Pixels(width: width, height: height, bands: 3, samples: narrow)
  }

  /// Whether any pixel lets something through.
  var isTransparent: Bool {
    guard hasAlpha else { return false }
    return stride(from: 3, to: samples.count, by: 4).contains { samples[$0] < 255 }
  }
}
