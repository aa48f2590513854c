internal import CTondoImage
internal import Model

/// What the libraries say, made fit for a sentence.
enum Chatter {
  /// What libvips said since the last call, where it is worth telling.
  static func pending() -> String? { line(tondo_image_error) }

  /// The first thing that a decoder warned of since the last call, where it is worth telling.
  static func pendingWarning() -> String? { line(tondo_image_warning) }

  /// Forgets what is pending.
  static func clear() {
    _ = pending()
    _ = pendingWarning()
  }

  private static func line(_ take: (UnsafeMutablePointer<CChar>?, Int) -> Void) -> String? {
    var text = [CChar](repeating: 0, count: 4096)
    take(&text, text.count)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return line(String(decoding: bytes, as: UTF8.self))
  }

  /// One line of what matters in it; nil for nothing.
  static func line(_ text: String) -> String? {
    var kept: [Substring] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let line = withoutSource(line)
      // libvips repeats itself, once for every layer that passed an error on.
      if !line.isEmpty, !kept.contains(line), !idle.contains(where: { line.contains($0) }) {
        kept.append(line)
      }
    }
    return kept.isEmpty ? nil : String(kept.joined(separator: "; ").prefix(200))
  }

  /// Nothing that a person could act on, and nothing that shows in the picture.
  private static let idle = [
    "bad seek to", "ignoring nclx profile", "does not support relative input intent", "tag 0x",
    "Unknown field with tag",
  ]

  /// The name of the part of libvips that speaks is of no use to a reader.
  private static func withoutSource(_ line: Substring) -> Substring {
    guard let colon = line.firstIndex(of: ":"),
      line[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return line }
    return line[line.index(after: colon)...].drop { $0 == " " }
  }
}

/// Why something did not work.
struct Failure: Error, Equatable {
  let message: Message
  /// In the words of libvips, which come untranslated: see `tondo_image_start`.
  let words: String

  init(_ message: Message, words: String = "") {
    self.message = message
    self.words = words
  }

  /// With what is pending.
  ///
  /// Some decoders give their reasons as warnings only.
  static func pending() -> Failure {
    let warning = Chatter.pendingWarning()
    guard let words = Chatter.pending() ?? warning else { return Failure(Message("detail.noReason")) }
    return Failure(.verbatim(words), words: words)
  }
}
