internal import Files
internal import Model

/// Whether a book has its end: one that is being copied slowly has not.
enum BookEnding {
  /// The last bytes that are looked at.
  private static let length = 1 << 12

  static func isThere(_ root: Root, _ path: BytePath) throws(FileFailure) -> Bool {
    guard let end = try root.end(of: path, atMost: length), !end.isEmpty else { return false }
    let isCards = String(decoding: fileExtension(path.name), as: UTF8.self).lowercased().hasPrefix(".v")
    // In UTF-16, every other byte is none of the text's.
    let text = end.filter { $0 != 0 }
    return isCards ? endsCard(text) : text.last == UInt8(ascii: "\n")
  }

  private static func endsCard(_ text: [UInt8]) -> Bool {
    let end = String(decoding: text, as: UTF8.self).uppercased()
    return end.split(whereSeparator: \.isWhitespace).last == "END:VCARD"
  }
}
