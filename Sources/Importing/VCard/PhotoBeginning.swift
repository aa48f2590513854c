internal import Model

/// What the value of a PHOTO turns out to be: the photo, or the address of one (RFC 3986).
enum PhotoBeginning: Equatable {
  case inline
  /// An address that holds the photo itself (RFC 2397); `rest` is what is there of it already.
  case data(isBase64: Bool, rest: [UInt8])
  case address(String)
  /// A `data:` that never comes to its data.
  case endless

  /// Longer addresses are cut.
  private static let longest = 1 << 10
  private static let longestScheme = 32

  /// Nil where more has to be seen.
  init?(_ text: [UInt8], isWhole: Bool, isAddress: Bool) {
    // Version 4.0 may write a backslash before commas and semicolons, where the photo's own characters are none of these.
    let plain = text.filter { $0 != UInt8(ascii: "\\") }
    let isEnough = isWhole || plain.count >= Self.longest
    guard let scheme = Self.scheme(plain) ?? (isAddress ? "" : nil) else {
      if !isWhole, plain.count < Self.longestScheme, plain.allSatisfy(Self.isOfScheme) { return nil }
      self = .inline
      return
    }
    if scheme == "data" {
      guard let comma = plain.firstIndex(of: UInt8(ascii: ",")) else {
        if !isEnough { return nil }
        self = .endless
        return
      }
      let kind = String(decoding: plain[..<comma].dropFirst(5), as: UTF8.self).lowercased()
      let isBase64 = kind.split(separator: ";").contains { $0.trimmed == "base64" }
      self = .data(isBase64: isBase64, rest: Array(plain[(comma + 1)...]))
      return
    }
    if !isEnough { return nil }
    self = .address(String(decoding: plain.prefix(Self.longest), as: UTF8.self).trimmed)
  }

  /// In small letters, without its colon.
  private static func scheme(_ text: [UInt8]) -> String? {
    let letters = text.drop(while: isBlank).prefix { isOfScheme($0) }
    guard !letters.isEmpty, letters.endIndex < text.count, text[letters.endIndex] == UInt8(ascii: ":") else {
      return nil
    }
    return String(decoding: letters, as: UTF8.self).lowercased()
  }

  private static func isOfScheme(_ byte: UInt8) -> Bool {
    let character = Character(UnicodeScalar(byte))
    return byte < 0x80 && (character.isLetter || character.isNumber || "+-.".contains(character))
  }
}
