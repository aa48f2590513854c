internal import Model

extension Pixels {
  /// Makes transparent what lies past the photo, with an edge as soft as the pixels that it cuts.
  ///
  /// `square` is what these pixels show of a picture of this size.
  func covered(by size: PixelSize, within square: Square) -> Pixels {
    if square.lies(inside: size) { return self }
    let across = coverage(of: size.width, from: square.x, side: square.side, results: width)
    let down = coverage(of: size.height, from: square.y, side: square.side, results: height)
    return masked { x, y in across[x] * down[y] }
  }

  /// Cuts out the largest circle.
  func round() -> Pixels {
    let centre = Double(width) / 2
    return masked { x, y in
      let dx = abs(Double(x) + 0.5 - centre), dy = abs(Double(y) + 0.5 - centre)
      return max(0, min(1, centre + 0.5 - (dx * dx + dy * dy).squareRoot()))
    }
  }

  /// Multiplies alpha by 0...1.
  ///
  /// Where nothing is left to see, nothing is left: a hidden colour is a leak.
  private func masked(_ share: (_ x: Int, _ y: Int) -> Double) -> Pixels {
    var result = withAlpha
    result.samples.withUnsafeMutableBufferPointer { samples in
      var next = 0
      for y in 0..<height {
        for x in 0..<width {
          let alpha = Double(samples[next + 3]) * share(x, y)
          samples[next + 3] = UInt8(alpha + 0.5)
          if samples[next + 3] == 0 { for band in 0..<3 { samples[next + band] = 0 } }
          next += 4
        }
      }
    }
    return result
  }
}

/// How much of each result pixel the picture covers along one axis.
private func coverage(of length: Int, from origin: Double, side: Double, results: Int) -> [Double] {
  let step = side / Double(results)
  return (0..<results).map { i in
    let start = origin + Double(i) * step
    let covered = min(start + step, Double(length)) - max(start, 0)
    return max(0, min(1, covered / step))
  }
}

extension Pixels {
  /// Lays the pixels on an opaque colour.
  func laid(on red: UInt8, _ green: UInt8, _ blue: UInt8) -> Pixels {
    guard hasAlpha else { return self }
    let below = [Int(red), Int(green), Int(blue)]
    let count = width * height
    let opaque = [UInt8](unsafeUninitializedCapacity: count * 3) { result, used in
      samples.withUnsafeBufferPointer { from in
        for i in 0..<count {
          let alpha = Int(from[4 * i + 3])
          for band in 0..<3 {
            let mixed = Int(from[4 * i + band]) * alpha + below[band] * (255 - alpha)
            result[3 * i + band] = UInt8((mixed + 127) / 255)
          }
        }
      }
      used = count * 3
    }
    return Pixels(width: width, height: height, bands: 3, samples: opaque)
  }

  /// As the format can show it: JPEG knows no transparency, the others need no alpha where all is opaque.
  func backed(by background: Background, for format: OutputFormat) -> Pixels {
    switch background {
    case .colour(let colour): laid(on: colour.red, colour.green, colour.blue)
    case .transparent where format == .jpeg: laid(on: 255, 255, 255)
    case .transparent: isTransparent ? cleaned : withoutAlpha
    }
  }

  /// Without the colours that nobody can see.
  private var cleaned: Pixels {
    var result = self
    result.samples.withUnsafeMutableBufferPointer { samples in
      for i in stride(from: 0, to: samples.count, by: 4) where samples[i + 3] == 0 {
        for band in 0..<3 { samples[i + band] = 0 }
      }
    }
    return result
  }
}
