/// Colours for those who were not given one.
enum Hue {
  /// White is legible on each, at 5:1 and more.
  static let all = [
    0xB3261E, 0xC2185B, 0x9C27B0, 0x6A3AB2, 0x4A53C4, 0x1F66C9, 0x0B72A8, 0x0A7A7A, 0x1E7A4C, 0x4C7A1E,
    0x7F6A00, 0xA85A00, 0xB8430F, 0x7A5548, 0x5A6B7B, 0x8A3FA0,
  ].map { RGBA(rgb: $0) }

  /// The same for an id on every machine and for ever: FNV-1a of its bytes, well mixed, for short names differ little.
  static func of(_ id: AvatarID) -> RGBA {
    var hash = id.path.bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    hash = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
    return all[Int((hash ^ hash >> 29) >> 33) % all.count]
  }
}
