/// What went well, but not quite as asked: in the words of the manifest, which are English, and so that it can be told in
/// other languages.
package struct Warning: Hashable, Sendable {
  /// As it was written into the manifest; another version may have other words.
  package let text: String
  package let message: Message

  package init(_ message: Message) { self.init(text: message.text(in: .english), message: message) }

  /// One that is only known from a manifest.
  package init(text: String) { self.init(text: text, message: .verbatim(text)) }

  private init(text: String, message: Message) {
    self.text = text
    self.message = message
  }
}

extension Warning: Codable {
  private enum Key: CodingKey {
    case text, message
  }

  /// Earlier versions wrote the text alone.
  package init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.init(text: text)
      return
    }
    let fields = try decoder.container(keyedBy: Key.self)
    self.init(
      text: try fields.decode(String.self, forKey: .text),
      message: try fields.decode(Message.self, forKey: .message))
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(text, forKey: .text)
    try fields.encode(message, forKey: .message)
  }
}
