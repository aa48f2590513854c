/// Takes the stuffed zeros out of a scan's data, a piece at a time (T.81 F.1.2.3).
///
/// A piece ends with its buffer, or at a marker; the buffer is `size + slack` bytes long.
struct EntropyCodedSegment {
  static let size = 32768
  static let slack = 64
  /// Bytes that one MCU has at most: ten blocks of 64 codes with their bits, each of up to 31 bits.
  static let largestMCU = 2560

  /// Where in the file to go on.
  private(set) var source: Int
  /// Bytes in the buffer.
  private(set) var count = 0
  /// Whether a marker, or the end of the file, follows the buffer's last byte.
  private(set) var isAtEnd = false

  init(from source: Int) {
    self.source = source
  }

  /// How many bits of the buffer may be read before an MCU begins, so that it is there as a whole.
  var limit: Int { (isAtEnd ? count : count &- Self.largestMCU) &* 8 }

  /// Moves what follows `place` to the buffer's front, and fills it up.
  mutating func fill(_ bytes: Span<UInt8>, _ buffer: inout MutableSpan<UInt8>, keepingFrom place: Int) {
    guard buffer.count == Self.size + Self.slack else { return }
    var filled = keep(min(max(place, 0), count), &buffer)
    while !isAtEnd, filled < Self.size - 32 {
      if copyPlain(bytes, source, &buffer, filled) {
        source &+= 32
        filled &+= 32
      } else {
        filled &+= copyToMarker(bytes, &buffer, filled)
      }
    }
    count = filled
    if isAtEnd { for part in 0..<Self.slack / 8 { store(0 as UInt64, &buffer, filled &+ 8 &* part) } }
  }

  private func keep(_ place: Int, _ buffer: inout MutableSpan<UInt8>) -> Int {
    var from = place
    var to = 0
    while from < count {
      move(&buffer, from, to)
      from &+= 8
      to &+= 8
    }
    return count &- place
  }

  /// Up to the next X'FF', and this if it was stuffed; but no more than 32 bytes.
  ///
  /// Returns how many.
  private mutating func copyToMarker(
    _ bytes: Span<UInt8>, _ buffer: inout MutableSpan<UInt8>, _ place: Int
  ) -> Int {
    var copied = 0
    while copied < 32, source &+ 8 <= bytes.count {
      let word = load(bytes, source)
      store(word.byteSwapped, &buffer, place &+ copied)
      let plain = Self.bytesBeforeMarker(word)
      source &+= plain
      copied &+= plain
      if plain < 8 { return copied &+ takeMarker(bytes) }
    }
    return copied < 32 ? copied &+ copyLast(bytes, &buffer, place &+ copied) : copied
  }

  /// One byte, where less than eight are left in the file.
  private mutating func copyLast(
    _ bytes: Span<UInt8>, _ buffer: inout MutableSpan<UInt8>, _ place: Int
  ) -> Int {
    guard source >= 0, source < bytes.count, place >= 0, place < buffer.count else {
      isAtEnd = true
      return 0
    }
    buffer[place] = bytes[source]
    if bytes[source] == Marker.prefix { return takeMarker(bytes) }
    source &+= 1
    return 1
  }

  /// What follows an X'FF': 1 where this is to be kept.
  private mutating func takeMarker(_ bytes: Span<UInt8>) -> Int {
    guard source >= 0, source < bytes.count &- 1 else {
      isAtEnd = true
      return 0
    }
    switch bytes[source &+ 1] {
    case 0:
      source &+= 2
      return 1
    case Marker.prefix: source &+= 1
    default: isAtEnd = true
    }
    return 0
  }

  /// How many bytes precede the first X'FF'; 8 without one.
  private static func bytesBeforeMarker(_ word: UInt64) -> Int {
    let inverse = ~word
    let sevens: UInt64 = 0x7f7f_7f7f_7f7f_7f7f
    let zeros = ~((inverse & sevens) &+ sevens | inverse | sevens)
    return zeros.leadingZeroBitCount &>> 3
  }

  /// Whether a marker, or the end of the file, comes next, although the buffer may have ended before it was met.
  func isBeforeMarker(_ bytes: Span<UInt8>) -> Bool {
    guard !isAtEnd, source >= 0, source < bytes.count - 1 else { return true }
    return bytes[source] == Marker.prefix && bytes[source + 1] != 0
  }

  /// Whether the next marker is one of those that a scan goes on behind.
  func isBeforeRestart(_ bytes: Span<UInt8>) -> Bool {
    var copy = self
    return copy.restart(bytes) != nil
  }

  /// Goes on behind the next restart marker, and says its number; nil where another marker or the end comes
  /// first.
  mutating func restart(_ bytes: Span<UInt8>) -> Int? {
    var place = max(source, 0)
    while place < bytes.count - 1 {
      guard bytes[place] == Marker.prefix, bytes[place + 1] != 0 else {
        place += 1
        continue
      }
      let marker = bytes[place + 1]
      if marker == Marker.prefix {
        place += 1
      } else {
        guard Marker.restarts ~= marker else { return nil }
        source = place + 2
        count = 0
        isAtEnd = false
        return Int(marker & 7)
      }
    }
    return nil
  }
}
