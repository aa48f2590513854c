import Model

/// How the stored picture becomes the upright one: mirrored left to right or not, then turned clockwise.
struct Turn: Equatable, Sendable {
  let mirrored: Bool
  /// Quarter turns clockwise, 0...3.
  let quarters: Int

  /// The orientation that a photo says of itself (1...8 as in EXIF), then the rotation that a person asked for.
  init(orientation: Int, then rotation: Rotation = .none) {
    let own = [(false, 0), (true, 0), (false, 2), (true, 2), (true, 3), (false, 1), (true, 1), (false, 3)]
    let (mirrored, quarters) = (1...8).contains(orientation) ? own[orientation - 1] : (false, 0)
    self.mirrored = mirrored
    self.quarters = (quarters + rotation.rawValue / 90) % 4
  }

  func upright(_ stored: PixelSize) -> PixelSize { quarters % 2 == 0 ? stored : stored.turned }

  /// Where a square of the upright picture lies in the stored one, which has this size.
  func stored(_ square: Square, in size: PixelSize) -> Square {
    var size = upright(size)
    var square = square
    for _ in 0..<quarters {
      // Undoes one quarter clockwise: what is at the right comes from the top.
      square = Square(x: square.y, y: Double(size.width) - square.x - square.side, side: square.side)
      size = size.turned
    }
    if mirrored { square.x = Double(size.width) - square.x - square.side }
    return square
  }

  /// The upright picture.
  func applied(to pixels: Pixels) -> Pixels {
    if !mirrored && quarters == 0 { return pixels }
    let size = upright(PixelSize(width: pixels.width, height: pixels.height))
    let steps = Steps(self, pixels)
    let samples = [UInt8](unsafeUninitializedCapacity: pixels.samples.count) { result, used in
      pixels.samples.withUnsafeBufferPointer { from in
        copy(from, to: result, size, steps, bands: pixels.bands)
      }
      used = pixels.samples.count
    }
    return Pixels(width: size.width, height: size.height, bands: pixels.bands, samples: samples)
  }

  private func copy(
    _ from: UnsafeBufferPointer<UInt8>, to result: UnsafeMutableBufferPointer<UInt8>, _ size: PixelSize,
    _ steps: Steps,
    bands: Int
  ) {
    var next = 0
    for y in 0..<size.height {
      var source = (steps.start + y * steps.down) * bands
      for _ in 0..<size.width {
        for band in 0..<bands { result[next + band] = from[source + band] }
        next += bands
        source += steps.right * bands
      }
    }
  }
}

/// Where, in stored pixels, the upright picture's first pixel lies, and how far it is to the next one.
private struct Steps {
  let start: Int
  let right: Int
  let down: Int

  init(_ turn: Turn, _ pixels: Pixels) {
    let width = pixels.width, height = pixels.height
    let last = (column: width - 1, row: (height - 1) * width)
    // Without the mirror: the stored corner that comes to the top left, and the directions from it.
    let plain: (column: Bool, row: Bool, right: Int, down: Int) =
      switch turn.quarters {
      case 1: (false, true, -width, 1)
      case 2: (true, true, -1, -width)
      case 3: (true, false, width, -1)
      default: (false, false, 1, width)
      }
    // A mirror swaps the columns, so every step along them.
    let fromLastColumn = plain.column != turn.mirrored
    start = (fromLastColumn ? last.column : 0) + (plain.row ? last.row : 0)
    right = turn.mirrored && abs(plain.right) == 1 && turn.quarters % 2 == 0 ? -plain.right : plain.right
    down = turn.mirrored && turn.quarters % 2 == 1 ? -plain.down : plain.down
  }
}
