import Foundation
import Synchronization

/// Photos made on the spot, no two alike.
enum Picture {
  private static let count = Mutex<UInt32>(0)

  /// A number that no other picture of this run has.
  private static func number() -> UInt32 {
    count.withLock { count in
      count += 1
      return count
    }
  }

  /// A small PNG whose bytes no other picture has.
  static func fresh(width: Int = 12, height: Int = 9) -> [UInt8] {
    PNG.colours(width: width, height: height, seed: number())
  }

  /// A JPEG of 120 x 160 in four colours: red, green, blue, yellow; no two are of the same bytes.
  static func jpeg() throws -> [UInt8] {
    let fixture = try Fixture.bytes("quarters.jpg")
    let note = withUnsafeBytes(of: number().bigEndian) { Array($0) }
    return Array(fixture.prefix(2)) + [0xFF, 0xFE, 0, 6] + note + fixture.dropFirst(2)
  }
}

enum Fixture {
  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  static func path(_ name: String) -> String {
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return here.appending(path: "../Fixtures/\(name)").standardizedFileURL.path(percentEncoded: false)
  }
}

/// Writes PNG files without compression: enough for tests.
enum PNG {
  static let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// 8 bits a channel, RGB; the seed is in the first pixel.
  static func colours(width: Int, height: Int, seed: UInt32) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(height * (width * 3 + 1))
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width { rows += [UInt8(255 * x / width), UInt8(255 * y / height), UInt8(seed & 255)] }
    }
    for byte in 0..<3 { rows[1 + byte] = UInt8(truncatingIfNeeded: seed >> UInt32(8 * byte)) }
    return file(width: width, height: height, type: 2, data: zlib(rows))
  }

  /// A header that promises a size, with next to nothing behind it.
  static func promise(width: Int, height: Int) -> [UInt8] {
    file(width: width, height: height, type: 2, data: zlib([0, 0, 0, 0]))
  }

  private static func file(width: Int, height: Int, type: UInt8, data: [UInt8]) -> [UInt8] {
    let header = big(UInt32(width)) + big(UInt32(height)) + [8, type, 0, 0, 0]
    return start + chunk("IHDR", header) + chunk("IDAT", data) + chunk("IEND", [])
  }

  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return big(UInt32(data.count)) + body + big(checksum(body))
  }

  private static func big(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

  /// Stored blocks only.
  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65535)
      rest = rest.dropFirst(65535)
      let count = UInt16(block.count)
      result.append(rest.isEmpty ? 1 : 0)
      for number in [count, ~count] { result += [UInt8(number & 255), UInt8(number >> 8)] }
      result += block
    } while !rest.isEmpty
    return result + big(adler(bytes))
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var one: UInt32 = 1
    var two: UInt32 = 0
    for byte in bytes {
      one = (one + UInt32(byte)) % 65521
      two = (two + one) % 65521
    }
    return two << 16 | one
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
  }
}
