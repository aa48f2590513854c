internal import Model

/// A line of a directory's export (RFC 2849), as far as its value.
enum LDIFLine {
  /// Between records.
  case blank
  case comment
  /// A dash, between the changes of one record.
  case dash
  case attribute(LDIFAttribute)
  /// No colon is in it.
  case unreadable(line: Int)
}

/// The name of a value, how it is written, and its beginning.
struct LDIFAttribute {
  enum Form {
    case text, base64, address
  }

  var line: Int
  /// In small letters, without options such as `;binary` or `;lang-fr`.
  var name: String
  var form: Form
  /// What came in one piece with the name.
  var value: ArraySlice<UInt8>

  /// Nil where what is behind the colon is not there yet.
  init?(line: Int, _ text: [UInt8], isWhole: Bool) {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), isWhole || colon + 1 < text.count else {
      return nil
    }
    let description = String(decoding: text[..<colon], as: UTF8.self)
    let rest = text[(colon + 1)...]
    self.line = line
    name = (description.split(separator: ";").first ?? "").trimmed.lowercased()
    switch rest.first {
    case UInt8(ascii: ":"): form = .base64
    case UInt8(ascii: "<"): form = .address
    default: form = .text
    }
    value = form == .text ? rest.drop(while: isBlank) : rest.dropFirst().drop(while: isBlank)
  }
}
