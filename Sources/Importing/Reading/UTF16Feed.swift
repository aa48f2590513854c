internal import Model

/// Another feed's UTF-16 as UTF-8.
final class UTF16Feed: ByteFeed {
  private let feed: any ByteFeed
  private let converter: TextConverter
  /// Half a character, perhaps.
  private var cut: [UInt8]
  private var isOver = false

  /// The feed, of which the mark and what has `begun` behind it were read already.
  init?(_ feed: any ByteFeed, begun: [UInt8], isLittle: Bool) {
    guard let converter = TextConverter(from: isLittle ? "UTF-16LE" : "UTF-16BE", unit: 2) else { return nil }
    self.feed = feed
    self.converter = converter
    cut = begun
  }

  func piece() throws(CommandProblem) -> [UInt8] {
    while !isOver {
      let converted = converter.convert(&cut)
      if !converted.isEmpty { return converted }
      let more = try feed.piece()
      isOver = more.isEmpty
      cut += more
    }
    defer { cut = [] }
    return cut.isEmpty ? [] : [TextConverter.unknown]
  }
}
