/// How a photo is written as text.
struct PhotoCoding {
  enum Kind {
    case base64(Base64Decoder)
    case quotedPrintable(QuotedPrintableDecoder)
    case plain
  }

  private var kind: Kind
  /// In an address, any character may be written as an escape.
  private var escapes: PercentDecoder?

  private init(_ kind: Kind, _ escapes: PercentDecoder? = nil) {
    self.kind = kind
    self.escapes = escapes
  }

  static let base64 = PhotoCoding(.base64(Base64Decoder()))
  static let quotedPrintable = PhotoCoding(.quotedPrintable(QuotedPrintableDecoder()))
  static let plain = PhotoCoding(.plain)

  static func address(isBase64: Bool) -> PhotoCoding {
    PhotoCoding(isBase64 ? .base64(Base64Decoder()) : .plain, PercentDecoder())
  }

  mutating func decode(_ text: ArraySlice<UInt8>, into bytes: inout [UInt8]) throws(Base64Decoder.Fault) {
    let text = escapes?.decode(text)[...] ?? text
    switch kind {
    case .base64(var decoder):
      try decoder.decode(text, into: &bytes)
      kind = .base64(decoder)
    case .quotedPrintable(var decoder):
      decoder.decode(text, into: &bytes)
      kind = .quotedPrintable(decoder)
    case .plain: bytes += text
    }
  }

  mutating func finish(into bytes: inout [UInt8]) throws(Base64Decoder.Fault) {
    if let left = escapes?.finish(), !left.isEmpty { try decode(left[...], into: &bytes) }
    switch kind {
    case .base64(var decoder): try decoder.finish(into: &bytes)
    case .quotedPrintable(var decoder): decoder.finish(into: &bytes)
    case .plain: break
    }
  }

  /// Whether the line was ended only to keep it short, and goes on in the next one.
  mutating func goesOn() -> Bool {
    guard case .quotedPrintable(var decoder) = kind, decoder.goesOn else { return false }
    decoder.goOn()
    kind = .quotedPrintable(decoder)
    return true
  }
}
