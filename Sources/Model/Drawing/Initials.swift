/// The initials of names, in any script: grapheme clusters, never parts of them.
package enum Initials {
  /// The first letters of the first and the last word; of a single word, its first.
  ///
  /// Nil where no word has a letter, a digit or a picture. Words are told apart by spaces alone: the two halves of
  /// `Jean-Luc` are one, and titles and `von` are words like others. Where the family name comes first and one
  /// character says enough (Han, Kana, Hangul) there is one.
  package static func of(_ name: String) -> String? {
    let firsts = name.split(whereSeparator: \.isWhitespace).compactMap(first)
    guard let one = firsts.first else { return nil }
    guard firsts.count > 1, let last = firsts.last, !isEastAsian(one) else { return upper(one) }
    return upper(one) + upper(last)
  }

  /// The same of an id's last part, in which `.`, `_` and `-` stand for spaces.
  package static func of(_ id: AvatarID) -> String? {
    let name = String(decoding: id.path.name, as: UTF8.self)
    return of(String(name.map { "._-".contains($0) ? " " : $0 }))
  }

  private static func first(_ word: Substring) -> Character? { word.first(where: isSign) }

  /// What can stand for a word.
  ///
  /// A vowel that Thai and Lao write before the letter it follows cannot.
  private static func isSign(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    if [0xE40...0xE44, 0xEC0...0xEC4].contains(where: { $0.contains(scalar.value) }) { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .otherSymbol:
      return true
    default: return false
    }
  }

  private static func isEastAsian(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { scalar in
      scalar.properties.isIdeographic
        || [0x1100...0x11FF, 0x3040...0x30FF, 0x3130...0x318F, 0xAC00...0xD7AF].contains {
          $0.contains(scalar.value)
        }
    } ?? false
  }

  /// In title case, which a script without capitals does not have, and where it stays one character.
  ///
  /// No language is asked: `i` becomes `I`. Long heaps of marks are cut.
  private static func upper(_ character: Character) -> String {
    let scalars = character.unicodeScalars.prefix(longestCharacter)
    guard let first = scalars.first else { return "" }
    let plain = String(String.UnicodeScalarView(scalars))
    var raised = first.properties.titlecaseMapping
    raised.unicodeScalars.append(contentsOf: scalars.dropFirst())
    return raised.count == 1 ? raised : plain
  }

  /// Scalars; the longest families of emoji have ten.
  private static let longestCharacter = 16
}
