internal import Model

/// An id made of what a card or an entry of a directory is called.
struct EntryName {
  /// Where the words come from, such as `FN`.
  var field: String
  /// Not blank.
  var text: String

  func id() throws(Unsuitable) -> AvatarID {
    let words = String(decoding: text.utf8.map(plain), as: UTF8.self).trimmed
    do throws(IDFlaw) { return try AvatarID(imported: words) } catch {
      throw Unsuitable(field: field, id: words, error.explanation)
    }
  }

  /// No folder is made of a slash, and no line of a line end.
  private func plain(_ byte: UInt8) -> UInt8 {
    byte == BytePath.separator || byte < 0x20 || byte == 0x7F ? UInt8(ascii: "-") : byte
  }

  struct Unsuitable: Error {
    var field: String
    var id: String?
    var explanation: Explanation

    init(field: String, id: String? = nil, _ explanation: Explanation) {
      self.field = field
      self.id = id
      self.explanation = explanation
    }
  }
}
