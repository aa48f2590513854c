/// Random numbers that are the same in each run (SplitMix64), so that a failure can be looked at again.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func integer(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func coin() -> Bool { Bool.random(using: &self) }
  mutating func one<Element>(of elements: [Element]) -> Element { elements[integer(0...elements.count - 1)] }

  mutating func text(_ length: ClosedRange<Int>, of letters: [String]) -> String {
    (0..<integer(length)).map { _ in one(of: letters) }.joined()
  }

  /// One to three pieces of damage, some of them with words of the format.
  mutating func mutated(_ text: [UInt8], with words: [String]) -> [UInt8] {
    var text = text
    for _ in 0..<integer(1...3) { damage(&text, with: words) }
    return text
  }

  private mutating func damage(_ text: inout [UInt8], with words: [String]) {
    let start = integer(0...text.count)
    let end = min(text.count, start + integer(0...12))
    switch integer(0...4) {
    case 0: text.replaceSubrange(start..<end, with: [UInt8(integer(0...255))])
    case 1: text.removeSubrange(start..<end)
    case 2: text.insert(contentsOf: Array(text[start..<end]), at: integer(0...text.count))
    case 3: text.insert(contentsOf: Array(one(of: words).utf8), at: start)
    default: text.replaceSubrange(start..<end, with: Array(one(of: words).utf8))
    }
  }
}
