package import Model

/// Cards of versions 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350), any number in one file; their photos go into the sink while
/// they are decoded.
///
/// What a card says beside its names and its photo is passed over unread, so that no slip in it costs the photo.
package final class VCardReader: BookReader {
  package let remarks: [Message] = []
  /// The lines of the card that was read last.
  package private(set) var extent = 0..<0

  let lines: FoldedLines
  private let wanted: [CardName]
  private let documentName: String?
  /// The line of a card that began before another one had ended.
  private var begun: Int?
  private var hasCards = false

  /// The file's name stands in for a card that has none.
  package init(_ stream: ByteStream, named name: String?, _ options: SourceOptions) throws(CommandProblem) {
    lines = FoldedLines(stream)
    wanted = try Self.names(options.idFrom)
    documentName = options.idFrom == nil ? name : nil
  }

  private static func names(_ idFrom: String?) throws(CommandProblem) -> [CardName] {
    guard let idFrom else { return CardName.allCases }
    guard let name = CardName(rawValue: idFrom.uppercased()) else {
      throw .usage(Message("import.vcard.idFrom", ["value": idFrom]))
    }
    return [name]
  }

  package func next(into sink: any PhotoSink) throws(CommandProblem) -> RowResult? {
    var begun = begun
    if begun == nil { begun = try beginning() }
    guard let line = begun else {
      if hasCards { return nil }
      throw .badData(Explanation("import.vcard.noCard"))
    }
    (self.begun, hasCards) = (nil, true)
    let result = try card(from: line, sink)
    extent = line..<(self.begun ?? lines.last + 1)
    return result
  }

  /// Where the next card begins; what lies between cards is none of them.
  private func beginning() throws(CommandProblem) -> Int? {
    while let property = try property() {
      if property.name == "BEGIN", try isCard(property) { return property.line }
      try skip(property)
    }
    return nil
  }

  private func isCard(_ property: VCardProperty) throws(CommandProblem) -> Bool {
    String(decoding: try text(of: property).bytes, as: UTF8.self).trimmed.uppercased() == "VCARD"
  }

  /// Whether an agent's card begins on its own line, as the grammar of 2.1 has it.
  private func beginsCard(_ property: VCardProperty) throws(CommandProblem) -> Bool {
    let text = String(decoding: try text(of: property).bytes, as: UTF8.self)
    return text.filter { !$0.isWhitespace }.uppercased() == "BEGIN:VCARD"
  }

  // MARK: A card

  private func card(from line: Int, _ sink: any PhotoSink) throws(CommandProblem) -> RowResult {
    var card = Card(line: line)
    var depth = 1
    var isAgent = false
    while let property = try property() {
      switch property.name {
      case "BEGIN":
        guard try isCard(property) else { continue }
        guard isAgent || depth > 1 else {
          begun = property.line
          return unfinished(card)
        }
        depth += 1
      case "END":
        if try isCard(property) { depth -= 1 }
        if depth == 0 { return card.result(from: wanted, documentName: documentName) }
      case "AGENT": if try beginsCard(property) { depth += 1 }
      case _ where depth == 1: try take(property, into: &card, sink)
      default: try skip(property)
      }
      // In 2.1 an agent is a card within the card.
      isAgent = property.name == "AGENT"
    }
    return unfinished(card)
  }

  private func unfinished(_ card: Card) -> RowResult {
    .bad(RowProblem(line: card.line, Explanation("import.vcard.unfinished")))
  }

  private func take(
    _ property: VCardProperty, into card: inout Card, _ sink: any PhotoSink
  ) throws(CommandProblem) {
    switch property.name {
    case "VERSION":
      card.version = String(decoding: try text(of: property).bytes, as: UTF8.self).trimmed
    case "PHOTO" where card.photo.isThere:
      card.warn(Message("import.photo.several"))
      try skip(property)
    case "PHOTO":
      let found = try photo(property, sink)
      if case .none = found {} else { card.photo = found }
    default:
      guard let name = CardName(rawValue: property.name), card.names[name] == nil else {
        return try skip(property)
      }
      card.names[name] = try named(property, keepingBlanks: card.version == "2.1")
    }
  }

  // MARK: Names

  private func named(_ property: VCardProperty, keepingBlanks: Bool) throws(CommandProblem) -> Card.Named {
    let text = try text(of: property, keepingBlanks: keepingBlanks)
    var bytes = text.bytes
    if let charset = property.parameter("CHARSET") {
      guard let converter = TextConverter(from: charset) else {
        return .flawed(Explanation("import.vcard.charset", ["charset": charset]))
      }
      bytes = converter.convert(&bytes) + bytes
    }
    if let flaw = text.isTooLong ? text.flaw : TextFlaw(of: bytes[...]) { return .flawed(flaw.explanation) }
    return .text(String(decoding: bytes, as: UTF8.self))
  }

  /// In 2.1 a line goes on with the blank that it was folded at.
  private func text(
    of property: VCardProperty, keepingBlanks: Bool = false
  ) throws(CommandProblem) -> ShortText {
    var text = ShortText()
    var decoder: QuotedPrintableDecoder? = property.isQuotedPrintable ? QuotedPrintableDecoder() : nil
    var part = FoldedLines.Part(bytes: property.value, isFolded: false)
    while true {
      var bytes: [UInt8] = keepingBlanks && part.isFolded ? [UInt8(ascii: " ")] : []
      if decoder == nil { bytes += part.bytes } else { decoder?.decode(part.bytes, into: &bytes) }
      text.add(bytes)
      if let next = try lines.part() {
        part = next
      } else if decoder?.goesOn == true {
        decoder?.goOn()
        try lines.goOn()
        part = FoldedLines.Part(bytes: [], isFolded: false)
      } else {
        return text
      }
    }
  }
}

extension VCardReader {
  /// The next line that is a property; what is none is passed over.
  private func property() throws(CommandProblem) -> VCardProperty? {
    while let line = try lines.next() {
      if let property = try property(at: line) { return property }
    }
    return nil
  }

  private func property(at line: Int) throws(CommandProblem) -> VCardProperty? {
    var text: [UInt8] = []
    while text.count < longestHead, let part = try lines.part() {
      text += part.bytes
      if let colon = text.firstIndex(of: ":", outside: "\"") {
        return VCardProperty(line: line, head: Array(text[..<colon]), value: text[(colon + 1)...])
      }
    }
    return nil
  }

  /// Passes over a value, which in quoted-printable may hold lines that look like properties.
  private func skip(_ property: VCardProperty) throws(CommandProblem) {
    if property.isQuotedPrintable { _ = try text(of: property) }
  }
}

/// Names and parameters of a property take no more bytes than this.
private let longestHead = 1 << 12
