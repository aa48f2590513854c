extension DocumentProblem: Explained {
  package var english: Explanation {
    textEnglish ?? keyEnglish ?? valueEnglish ?? nameEnglish
      ?? Explanation("\(subject) cannot be read", "Compare it with the README.")
  }

  /// What the sentence is about.
  private var subject: String { keyPath.isEmpty ? "the document" : quoted(keyPath, marks: "") }

  private var textEnglish: Explanation? {
    switch fault {
    case .tooLarge(let limit):
      Explanation(
        "the document has more than \(limit) bytes", "Is it the right file? A document is a page at most.")
    case .notUTF8(let byte):
      Explanation("the byte \(hexadecimal([byte]).uppercased()) is no UTF-8", "Save the document as UTF-8.")
    case .empty: Explanation("the document is empty", "Write at least {}.")
    case .unexpected(let found, let wanted):
      // Quoted, it would be three of them in a row.
      Explanation(
        "\(found == "\"" ? "a quotation mark" : quoted(found)) stands where \(wanted.english) is expected",
        wanted.remedy)
    case .unfinished(let wanted):
      Explanation(
        "the text ends where \(wanted.english) is expected", "Is the document complete? \(wanted.remedy)")
    case .notJSON(let dialect): dialect.english
    case .unknownValue(let word):
      Explanation(
        "\(quoted(word)) is no JSON value", "Text stands in double quotes; else write true, false or null.")
    case .notANumber(let text):
      Explanation("\(quoted(text)) is no number", "Write it as in 12, -0.5 or 1e-3.")
    case .notFinite(let text): Explanation("\(quoted(text)) is not finite", "Write an ordinary number.")
    case .controlCharacter(let byte): controlEnglish(byte)
    case .unknownEscape(let text):
      Explanation(
        "\(quoted("\\" + text)) is no JSON escape",
        #"Known are \" \\ \/ \b \f \n \r \t and \u with four digits."#)
    case .loneSurrogate(let unit):
      Explanation(
        "\\u\(hexadecimal([UInt8(unit >> 8), UInt8(unit & 255)])) is half of a character",
        "Write both halves, or the character itself.")
    case .nul: Explanation("a text cannot hold NUL", #"Remove \u0000."#)
    case .tooDeep(let limit):
      Explanation(
        "brackets lie more than \(limit) deep in each other", "No document of tondo needs that many.")
    case .duplicateKey(let key, let first):
      Explanation(
        "the key \(quoted(key)) stands here for the second time",
        "It is also in line \(first.line); remove one.")
    default: nil
    }
  }

  private func controlEnglish(_ byte: UInt8) -> Explanation {
    byte == 10 || byte == 13
      ? Explanation("the line ends inside a text", #"Close the text with ", or write \n."#)
      : Explanation(
        "a text holds the control character \(hexadecimal([byte]).uppercased())",
        "Write it as \\u00\(hexadecimal([byte])).")
  }

  private var keyEnglish: Explanation? {
    switch fault {
    case .unknownKey(let key, let nearest):
      Explanation(
        "the key \(quoted(key)) is not known here",
        nearest.map { "Did you mean \(quoted($0))?" } ?? "Remove it, or look up its name in the README.")
    case .misplacedKey(let key, let object):
      Explanation(
        "the key \(quoted(key)) belongs into \(quoted(object))",
        "Write \(quoted(object)): { \(quoted(key)): ... }.")
    case .missingKey(let key): Explanation("\(subject) lacks the key \(quoted(key))", "Add it.")
    case .twoNames(let one, let other):
      Explanation("\(quoted(one)) and \(quoted(other)) are two names of one thing", "Keep one of them.")
    case .excluded(let key, let other):
      Explanation("\(quoted(key)) cannot stand beside \(quoted(other))", "Remove one of them.")
    case .needsViewport(let key):
      Explanation(
        "\(quoted(key)) is in points on a screen, but there is no \"viewport\"",
        "Add \"viewport\" with the screen's width and height, or use \"position\".")
    default: nil
    }
  }

  private var valueEnglish: Explanation? {
    switch fault {
    case .wrongType(let kind, let wanted):
      Explanation(
        "\(subject) is \(kind.english)", "It should be \(wanted.map(\.english).joined(separator: " or ")).")
    case .notWhole(let number):
      Explanation("\(subject) is \(numberText(number))", "It should be a whole number.")
    case .outOfRange(let number, let bounds):
      Explanation("\(subject) is \(numberText(number))", "It should be \(bounds.english).")
    case .notAmong(let number, let known):
      Explanation(
        "\(subject) is \(numberText(number))",
        "It should be one of \(known.map { String($0) }.joined(separator: ", ")).")
    case .unknownWord(let word, let known, let nearest):
      Explanation(
        "\(subject) is \(quoted(word))",
        (nearest.map { "Did you mean \(quoted($0))? " } ?? "") + "Known are \(known.joined(separator: ", "))."
      )
    case .notAColour(let text, let nearest):
      Explanation(
        "\(subject) is \(quoted(text)), which is no colour",
        (nearest.map { "Did you mean \(quoted($0))? " } ?? "")
          + "Write #rgb, #rrggbb, a name such as white or systemBlue, or transparent.")
    case .colourWithAlpha(let text):
      Explanation(
        "\(subject) is \(quoted(text)): a background is a full colour or none",
        "Write #rrggbb, or transparent.")
    case .newerVersion(let version, let known):
      Explanation(
        "the document is of version \(version); this tondo knows versions up to \(known)",
        "Install a newer tondo.")
    case .wrongForm(let text, let wanted):
      Explanation("\(subject) is \(quoted(text))", "Write it as \(wanted.joined(separator: " or ")).")
    default: nil
    }
  }

  private var nameEnglish: Explanation? {
    switch fault {
    case .outsideInbox(let path):
      Explanation(
        "\(subject) is \(quoted(path)), which lies outside the inbox",
        "Name an original beside or below the job.")
    case .notAPlainPath(let path):
      Explanation(
        "\(subject) is \(quoted(path)), which is no plain path",
        "Write it as in \"jane.jpg\" or \"sales/jane.jpg\".")
    case .nameTooLong(let limit):
      Explanation("the name has more than \(limit) bytes", "Give the original a shorter name.")
    case .notAJobName(let name):
      Explanation("\(quoted(name)) is no name of a job", "Name it as in \"jane.job.json\", in UTF-8.")
    case .noOutputs:
      Explanation("\(subject) is empty: no avatar would be made", "List at least one size and format.")
    case .tooManyOutputs(let limit): Explanation("\(subject) has more than \(limit) entries", "Remove some.")
    case .sameFile(let suffix, let first):
      Explanation(
        "\(subject) makes the same file as entry \(first + 1) of the list: ID\(suffix)",
        "Keep one of them, or change its size or format.")
    default: nil
    }
  }
}
