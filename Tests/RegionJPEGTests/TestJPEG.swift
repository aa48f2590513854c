import CTestImage
import Glibc
import Testing

@testable import RegionJPEG

/// A JPEG that is written for a test.
struct TestJPEG: CustomTestStringConvertible, Sendable {
  var width = 64
  var height = 48
  var across = 2
  var down = 2
  var isGray = false
  var isProgressive = false
  var isOptimized = false
  var isExtended = false
  /// MCUs between two restart markers.
  var interval = 0
  var quality = 90
  var seed: UInt64 = 1

  var testDescription: String {
    let kind = isGray ? "gray" : "\(across)x\(down)"
    return "\(width) x \(height), \(kind), interval \(interval), quality \(quality), seed \(seed)"
  }

  var bytes: [UInt8] {
    var count = 0
    let kind = tondo_test_kind(
      across: CInt(across), down: CInt(down), gray: isGray ? 1 : 0, rgb: 0, restart: 0,
      progressive: isProgressive ? 1 : 0, quality: CInt(quality), optimized: isOptimized ? 1 : 0,
      interval: CInt(interval), extended: isExtended ? 1 : 0)
    let start = tondo_test_jpeg(samples, CInt(width), CInt(height), kind, &count)
    defer { free(start) }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// RGB: slopes, edges, and noise in some parts.
  private var samples: [UInt8] {
    var dice = Dice(seed: seed)
    var samples: [UInt8] = []
    samples.reserveCapacity(width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        let noise = Int(dice.next() >> 58) * ((x >> 4 ^ y >> 5) & 3)
        let level = (x * 3 + y * 2) & 255 ^ ((x / 11 + y / 7) & 1 == 0 ? 0 : 60)
        for band in 0..<3 { samples.append(UInt8((level * (band + 2) / 4 + noise) & 255)) }
      }
    }
    return samples
  }

  /// Two hundred, of all kinds that are decoded.
  static let many: [TestJPEG] = {
    var dice = Dice(seed: 7)
    let factors = [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (1, 4), (4, 2), (2, 4), (3, 1), (3, 2)]
    return (0..<200).map { index in
      let (across, down) = factors[index % factors.count]
      return TestJPEG(
        width: 1 + dice.below(90), height: 1 + dice.below(70), across: across, down: down,
        isGray: index % 11 == 3, isOptimized: index % 3 == 1, isExtended: index % 17 == 5,
        interval: index % 4 == 2 ? 1 + dice.below(9) : 0, quality: [100, 98, 90, 75, 30, 5][index % 6],
        seed: UInt64(index))
    }
  }()
}

/// SplitMix64: the same numbers for a seed on every machine.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
