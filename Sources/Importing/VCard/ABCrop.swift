internal import Model

/// The crop that Apple's address book writes beside a photo: `X-ABCROP-RECTANGLE=ABClipRect_1&X&Y&W&H&HASH`.
///
/// Other marks are other formats, which are ignored. The hash is Base64 of the MD5 of the photo's bytes.
enum ABCrop {
  static let parameter = "X-ABCROP-RECTANGLE"
  static let mark = "ABClipRect_1"

  enum Reading: Equatable {
    case none
    case clip(ClipRectangle)
    /// It cannot be used, for this reason; the photo is to be centred.
    case useless(Message)
  }

  static func read(_ value: String, photo md5: [UInt8]) -> Reading {
    let parts = value.filter { !$0.isWhitespace }.split(separator: "&", omittingEmptySubsequences: false)
    guard parts.first == Substring(mark) else { return .none }
    let numbers = parts.dropFirst().prefix(4).compactMap { Int($0) }
    guard numbers.count == 4, numbers.allSatisfy({ bounds.contains($0) }), numbers[2] >= 0, numbers[3] >= 0
    else { return .useless(Message("import.vcard.crop.unreadable", ["value": value])) }
    if numbers[2] == 0 || numbers[3] == 0 { return .none }
    guard parts.count > 5, !parts[5].isEmpty else { return .useless(Message("import.vcard.crop.noHash")) }
    guard unpadded(parts[5]) == unpadded(base64(md5)) else {
      return .useless(Message("import.vcard.crop.otherPhoto"))
    }
    return .clip(ClipRectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
  }

  /// What a crop may hold in jobs and manifests.
  private static let bounds = -1_000_000...1_000_000

  private static func unpadded(_ text: some StringProtocol) -> String { String(text.prefix { $0 != "=" }) }
}
