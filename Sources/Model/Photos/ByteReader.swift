internal import Glibc

/// Bytes that are read with care: past the end there is nil, never somebody else's memory.
package struct ByteReader {
  private let bytes: UnsafeRawBufferPointer

  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  package var count: Int { bytes.count }

  package func byte(_ index: Int) -> UInt8? { index >= 0 && index < bytes.count ? bytes[index] : nil }

  /// An unsigned number of 1...8 bytes; nil also where it is too large for `Int`.
  package func number(_ index: Int, bytes length: Int, littleEndian: Bool = false) -> Int? {
    guard index >= 0, index <= count - length else { return nil }
    var value: UInt64 = 0
    for i in 0..<length { value = value << 8 | UInt64(bytes[index + (littleEndian ? length - 1 - i : i)]) }
    return Int(exactly: value)
  }

  /// Whether these characters stand there.
  package func has(_ text: String, at index: Int = 0) -> Bool { has(Array(text.utf8), at: index) }

  package func has(_ expected: [UInt8], at index: Int = 0) -> Bool {
    guard index >= 0, index <= count - expected.count else { return false }
    return expected.indices.allSatisfy { bytes[index + $0] == expected[$0] }
  }

  /// A part of the bytes, to be read on its own; nil where it is not all there.
  package func part(_ index: Int, bytes length: Int) -> ByteReader? {
    guard index >= 0, length >= 0, index <= count - length else { return nil }
    return ByteReader(UnsafeRawBufferPointer(rebasing: bytes[index..<(index + length)]))
  }

  /// The characters there, as far as they are any.
  package func text(_ index: Int, bytes length: Int) -> String {
    let start = min(max(0, index), count)
    return String(decoding: bytes[start..<min(count, start + length)], as: UTF8.self)
  }

  /// The first place from `index` on with this byte.
  package func find(_ byte: UInt8, from index: Int) -> Int? {
    guard index >= 0, index < count, let start = bytes.baseAddress else { return nil }
    guard let found = memchr(start + index, Int32(byte), count - index) else { return nil }
    return UnsafeRawPointer(found) - start
  }

  /// The first marker of a JPEG from `index` on that is neither a stuffed byte (0xFF, 0) nor a restart.
  package func findMarker(from index: Int) -> Int? {
    var place = index
    while let found = find(0xFF, from: place), found + 1 < count {
      let code = bytes[found + 1]
      if code != 0, code & 0xF8 != 0xD0 { return found }
      place = found + 2
    }
    return nil
  }

  /// The first place within a range where these characters stand.
  package func find(_ text: String, within range: Range<Int>) -> Int? {
    let sought = Array(text.utf8)
    guard let first = sought.first else { return nil }
    var place = range.lowerBound
    while let found = find(first, from: place), found + sought.count <= range.upperBound {
      if has(sought, at: found) { return found }
      place = found + 1
    }
    return nil
  }
}
