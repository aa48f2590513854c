@testable import Model

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

  mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
  mutating func integer(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func coin() -> Bool { Bool.random(using: &self) }
  mutating func one<Element>(of elements: [Element]) -> Element { elements[integer(0...elements.count - 1)] }
  mutating func perhaps<Value>(_ value: (inout Dice) -> Value) -> Value? { coin() ? value(&self) : nil }
  mutating func list<Value>(_ length: ClosedRange<Int>, _ value: (inout Dice) -> Value) -> [Value] {
    (0..<integer(length)).map { _ in value(&self) }
  }
}

// Values that documents may hold.

extension Dice {
  mutating func text() -> String {
    let letters: [Unicode.Scalar] = [
      "a", "Z", "0", " ", "/", "\"", "\\", "\n", "\t", "\u{1}", "\u{7F}", "\u{E9}", "e", "\u{301}",
      "\u{1F600}", "\u{2028}",
    ]
    return String(String.UnicodeScalarView(list(0...8) { $0.one(of: letters) }))
  }

  /// Of all magnitudes, whole and not.
  mutating func finite() -> Double {
    let number = Double(bitPattern: next())
    return coin() && number.isFinite ? number : coin() ? number_() : Double(integer(-1000...1000))
  }

  private mutating func number_() -> Double { number(-1e6...1e6) }

  mutating func json(depth: Int = 4) -> JSONValue {
    switch integer(0...(depth > 0 ? 6 : 4)) {
    case 0: return JSONValue(.null)
    case 1: return JSONValue(.boolean(coin()))
    case 2, 3: return JSONValue(finite())
    case 4: return JSONValue(text())
    case 5: return JSONValue(.array(list(0...4) { $0.json(depth: depth - 1) }))
    default:
      let members = (0..<integer(0...4)).map { JSONMember("\($0)" + text(), json(depth: depth - 1)) }
      return JSONValue(.object(members))
    }
  }

  mutating func position() -> Position { Position(x: number(-1e6...1e6), y: number(-1e6...1e6)) }

  mutating func viewport() -> Viewport {
    let width = number(0.01...1e6), height = number(0.01...1e6)
    return Viewport(width: width, height: height, inset: number(0...0.999) * min(width, height) / 2)
  }

  mutating func crop() -> CropRectangle {
    let x = number(-1e6...1e6), y = number(-1e6...1e6)
    return coin()
      ? .square(x: x, y: y, size: number(0.01...1e6))
      : .rectangle(x: x, y: y, width: number(0.01...1e6), height: number(0.01...1e6))
  }

  mutating func placement() -> Placement {
    switch integer(0...2) {
    case 0: .relative(scale: number(0.1...100), position: position())
    case 1: .onScreen(viewport: viewport(), scale: number(0.1...100), position: position())
    default: .crop(crop())
    }
  }

  mutating func background() -> Background {
    let colours = [
      Colour(red: 255, green: 59, blue: 48, written: "systemRed"),
      Colour(red: 0, green: 17, blue: 255, written: "#01f"),
      Colour(red: 18, green: 52, blue: 86, written: "#123456"),
    ]
    return coin() ? .transparent : .colour(one(of: colours))
  }

  mutating func attributes() -> Attributes {
    Attributes(
      placement: perhaps { $0.placement() }, rotation: one(of: [.none, .quarter, .half, .threeQuarters]),
      shape: perhaps { $0.one(of: Shape.allCases) }, background: perhaps { $0.background() },
      placeholder: perhaps { $0.placeholder() })
  }

  mutating func placeholder() -> Placeholder {
    let contents: [Placeholder.Content?] = [
      nil, .initials("é"), .name("Jane Doe"), .id, .symbol(one(of: Symbol.allCases)), .image("a/b.png"),
    ]
    let tints = ["red", "systemBlue", "#12345678"].compactMap { Tint($0) }
    var placeholder = Placeholder(
      one(of: contents), mode: perhaps { $0.one(of: Placeholder.Mode.allCases) },
      colours: list(0...3) { $0.one(of: tints) }, appearance: perhaps { $0.one(of: Appearance.allCases) })
    guard coin() else { return placeholder }
    placeholder.mode = coin() ? .gradient : nil
    placeholder.gradient = .init(
      from: one(of: tints), to: one(of: tints), start: one(of: UnitPoint.allCases),
      end: one(of: UnitPoint.allCases))
    return placeholder
  }

  mutating func digest() -> String { hexadecimal((0..<32).map { _ in UInt8(integer(0...255)) }) }

  mutating func facts() -> OriginalFacts {
    OriginalFacts(
      sha256: digest(), bytes: integer(0...1 << 40), format: one(of: InputFormat.allCases),
      size: PixelSize(width: integer(1...30000), height: integer(1...30000)))
  }

  mutating func square() -> CropSquare {
    CropSquare(
      x: integer(-9_000_000_000_000_000...9_000_000_000_000_000), y: integer(-9...9),
      size: integer(1...1 << 40))
  }

  mutating func account() -> Manifest.Account {
    Manifest.Account(
      original: Manifest.Original(file: "originals/jane.jpg", facts: facts()), crop: square(),
      avatars: list(0...3) {
        Manifest.Avatar(
          file: "jane-\($0.integer(1...4096)).webp", size: $0.integer(1...4096),
          format: $0.one(of: OutputFormat.allCases),
          bytes: $0.integer(0...1 << 30), sha256: $0.digest())
      },
      warnings: list(0...3) { Warning(text: $0.text()) }, made: digest(), processed: "2026-11-30T12:00:00Z")
  }
}
