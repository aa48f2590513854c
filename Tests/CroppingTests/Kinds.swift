import CTestImage
import Foundation
import Testing

@testable import Cropping
@testable import Model

/// How a JPEG is stored.
struct Kind: CustomTestStringConvertible, Sendable {
  let name: String
  var across = 1
  var down = 1
  var gray = false
  var rgb = false
  var restart = 0
  var progressive = false
  /// The scales that it is decoded at.
  var eighths = [1, 2, 3, 4, 8]

  var testDescription: String { name }

  func jpeg(_ pixels: Pixels, quality: Int = 90) -> [UInt8] {
    var count = 0
    let kind = tondo_test_kind(
      across: Int32(across), down: Int32(down), gray: gray ? 1 : 0, rgb: rgb ? 1 : 0, restart: Int32(restart),
      progressive: progressive ? 1 : 0, quality: Int32(quality), optimized: 0, interval: 0, extended: 0)
    let start = tondo_test_jpeg(pixels.samples, Int32(pixels.width), Int32(pixels.height), kind, &count)
    defer { free(start) }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  static let all = [
    Kind(name: "4:4:4"), Kind(name: "4:2:2", across: 2, eighths: [4, 8]),
    Kind(name: "4:2:0", across: 2, down: 2), Kind(name: "4:4:0", down: 2, eighths: [4, 8]),
    Kind(name: "4:1:1", across: 4, eighths: [8]),
    Kind(name: "gray", gray: true),
    Kind(name: "restart", across: 2, down: 2, restart: 1),
    Kind(name: "progressive", across: 2, down: 2, progressive: true),
    Kind(name: "progressive 4:4:4", progressive: true),
    Kind(name: "progressive gray", gray: true, restart: 2, progressive: true),
  ]
  static let usual = all[2]
  static let progressive = all[7]
}

extension Pixels {
  /// Every pixel of a JPEG, decoded in the plainest way.
  static func plain(_ jpeg: [UInt8], width: Int, height: Int) -> Pixels {
    var samples = [UInt8](repeating: 0, count: width * height * 3)
    tondo_test_decode(jpeg, jpeg.count, &samples)
    return Pixels(width: width, height: height, bands: 3, samples: samples)
  }

  /// Smooth slopes, hard edges and texture of many sizes, as in a photo.
  static func photo(width: Int, height: Int) -> Pixels {
    Pixels(width: width, height: height) { x, y in
      let u = Double(x), v = Double(y)
      let wave = 40 * sin(u / 31 + v / 47) + 15 * sin(u / 9 - v / 13) + 3 * sin(u / 2.3 + v / 1.9)
      let edge = (x / 37 + y / 29) % 3 == 0 ? 35.0 : 0
      let grain = Double((x &* 7919 &+ y &* 104_729) >> 3 & 7)
      return [120 + wave + edge, 110 + wave * 0.8 + grain, 135 - wave * 0.6 + edge / 2].map {
        UInt8(max(0, min(255, $0)))
      }
    }
  }

  /// How near to another picture, in decibels.
  func nearness(to other: Pixels) -> Double {
    let squares = zip(samples, other.samples).reduce(0.0) { sum, pair in
      let distance = Double(pair.0) - Double(pair.1)
      return sum + distance * distance
    }
    return 10 * log10(255 * 255 * Double(samples.count) / max(squares, 1))
  }
}

/// An area of a file, decoded at so many eighths of the size.
func sampled(
  _ bytes: [UInt8], _ format: InputFormat, _ area: Area, eighths: Int = 8, side: Int, right: Double? = nil,
  bottom: Double? = nil
) throws -> Pixels {
  _ = Bench.shared
  return try bytes.withUnsafeBytes { raw in
    let picture = try Picture(raw, as: format.loader, eighths: eighths)
    let size = picture.size, scale = Double(eighths) / 8
    return try picture.sampled(
      area, right: right ?? Double(size.width) * scale, bottom: bottom ?? Double(size.height) * scale,
      width: side, height: side
    ).pixels
  }
}

/// All of a file at so many eighths of the size, as its decoder gives it.
func whole(_ bytes: [UInt8], _ format: InputFormat, eighths: Int) throws -> Pixels {
  _ = Bench.shared
  return try bytes.withUnsafeBytes { raw in
    let picture = try Picture(raw, as: format.loader, eighths: eighths)
    let width = (picture.size.width * eighths + 7) / 8, height = (picture.size.height * eighths + 7) / 8
    let all = Area(x: 0, y: 0, width: Double(width), height: Double(height))
    return try picture.sampled(
      all, right: all.width, bottom: all.height, width: width, height: height
    ).pixels
  }
}

/// The scales that a file can be decoded at, and what each must leave.
func scales(_ bytes: [UInt8], _ format: InputFormat) throws -> (eighths: [Int], margin: Double) {
  _ = Bench.shared
  return try bytes.withUnsafeBytes {
    let picture = try Picture($0, as: format.loader)
    return (picture.reduction.scales, picture.reduction.margin)
  }
}
