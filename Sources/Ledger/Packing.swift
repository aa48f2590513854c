/// Writes values one behind the other, as bytes.
struct Packer {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// Seven bits a byte, small numbers of either sign first; most numbers are small.
  mutating func add(_ number: Int) {
    var rest = UInt(bitPattern: number << 1) ^ UInt(bitPattern: number >> (Int.bitWidth - 1))
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func add(_ number: Double) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> shift))
    }
  }

  mutating func add(_ content: [UInt8]) {
    add(content.count)
    bytes += content
  }

  mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes += text.utf8
  }

  mutating func add<Element>(_ list: [Element], each: (inout Packer, Element) -> Void) {
    add(list.count)
    for element in list { each(&self, element) }
  }
}

/// Reads what a `Packer` has written, in the same order.
struct Unpacker {
  /// The bytes were not written so.
  struct Failure: Error {}

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  private mutating func byte() throws(Failure) -> UInt8 {
    guard position < bytes.count else { throw Failure() }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func slice() throws(Failure) -> ArraySlice<UInt8> {
    let count = try int()
    guard count >= 0, count <= bytes.count - position else { throw Failure() }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  mutating func int() throws(Failure) -> Int {
    var number: UInt = 0
    for shift in stride(from: UInt(0), to: 64, by: 7) {
      let next = try byte()
      number |= UInt(next & 0x7F) << shift
      if next < 0x80 { return Int(bitPattern: number >> 1) ^ -Int(bitPattern: number & 1) }
    }
    throw Failure()
  }

  mutating func double() throws(Failure) -> Double {
    var pattern: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) { pattern |= UInt64(try byte()) << shift }
    return Double(bitPattern: pattern)
  }

  mutating func content() throws(Failure) -> [UInt8] { Array(try slice()) }

  mutating func text() throws(Failure) -> String { String(decoding: try slice(), as: UTF8.self) }

  /// One of the cases of an enum, by its raw value.
  mutating func choice<Choice: RawRepresentable<String>>() throws(Failure) -> Choice {
    guard let choice = Choice(rawValue: try text()) else { throw Failure() }
    return choice
  }

  mutating func list<Element>(_ each: (inout Unpacker) throws(Failure) -> Element) throws(Failure)
    -> [Element]
  {
    let count = try int()
    // Each element has a byte or more: no count of a damaged record asks for more memory than that.
    guard count >= 0, count <= bytes.count - position else { throw Failure() }
    var list: [Element] = []
    list.reserveCapacity(count)
    for _ in 0..<count { list.append(try each(&self)) }
    return list
  }
}
