internal import Model

/// The property that a card's id is made of.
enum CardName: String, CaseIterable {
  case uid = "UID"
  case fn = "FN"
  case n = "N"

  /// What a value says, without the backslashes of the notation; of a name in parts, those that are there.
  func words(_ value: String) -> String {
    self == .n
      ? Self.parts(value).map { $0.trimmed }.filter { !$0.isEmpty }.joined(separator: " ")
      : Self.unescaped(value)
  }

  private static func parts(_ value: String) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in value {
      if character == ";" && !isEscaped {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return parts.map { unescaped($0, commas: " ") }
  }

  private static func unescaped(_ value: String, commas: Character = ",") -> String {
    var result = ""
    var isEscaped = false
    for character in value {
      if isEscaped {
        result.append(character == "n" || character == "N" ? " " : character)
      } else if character != "\\" {
        result.append(character == "," ? commas : character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return result
  }
}
