/// Changes JPEGs as disks, networks and attackers do; the same for the same seed.
struct Mutator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

  /// With one to four changes.
  mutating func changed(_ original: [UInt8], other: [UInt8]) -> [UInt8] {
    var bytes = original
    let data = Self.data(of: original)
    for _ in 0...below(4) { change(&bytes, other, data) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8], _ other: [UInt8], _ data: Int) {
    let place = place(in: bytes, data)
    guard place < bytes.count else { return }
    let end = min(bytes.count, place + 1 + below(40))
    switch below(8) {
    case 0: bytes[place] ^= 1 << UInt8(below(8))
    case 1: bytes[place] = UInt8(below(256))
    case 2: bytes[place] = [0, 0xFF, 0xFE, 0x7F, 0x80][below(5)]
    case 3: bytes.replaceSubrange(place..<place, with: [0xFF, UInt8(0xC0 + below(0x40))])
    case 4: bytes.removeSubrange(place..<end)
    case 5: bytes.insert(contentsOf: bytes[place..<end], at: self.place(in: bytes, data))
    case 6 where below(3) == 0: bytes.removeSubrange(end...)
    default:
      let from = below(other.count)
      bytes.replaceSubrange(place..<end, with: other[from..<min(other.count, from + end - place)])
    }
  }

  /// Mostly in the scan's data: what is changed in front of it is mostly refused.
  private mutating func place(in bytes: [UInt8], _ data: Int) -> Int {
    below(6) == 0 ? below(min(bytes.count, data)) : min(data, bytes.count) + below(bytes.count - data)
  }

  /// Where it begins.
  private static func data(of bytes: [UInt8]) -> Int {
    (1..<bytes.count).first { bytes[$0 - 1] == 0xFF && bytes[$0] == 0xDA } ?? 0
  }
}
