extension DocumentProblem: Explained {
  package var explanation: Explanation {
    textExplanation ?? keyExplanation ?? valueExplanation ?? nameExplanation
      ?? Explanation("document.unreadable", ["subject": subject])
  }

  /// What the sentence is about.
  private var subject: Message {
    keyPath.isEmpty ? Message("document.whole") : .verbatim(quoted(keyPath, marks: ""))
  }

  private var textExplanation: Explanation? {
    switch fault {
    case .tooLarge(let limit): Explanation("document.tooLarge", ["limit": limit])
    case .notUTF8(let byte): Explanation("document.notUTF8", ["byte": hexadecimal([byte]).uppercased()])
    case .empty: Explanation("document.empty")
    case .unexpected(let found, let wanted):
      // Quoted, it would be three of them in a row.
      Explanation(
        Message(
          "document.unexpected",
          [
            "found": found == "\"" ? Message("document.quotationMark") : Message.verbatim(quoted(found)),
            "wanted": wanted.message,
          ]), wanted.remedy)
    case .unfinished(let wanted):
      Explanation("document.unfinished", ["wanted": wanted.message, "remedy": wanted.remedy])
    case .notJSON(let dialect): dialect.explanation
    case .unknownValue(let word): Explanation("document.unknownValue", ["word": quoted(word)])
    case .notANumber(let text): Explanation("document.notANumber", ["text": quoted(text)])
    case .notFinite(let text): Explanation("document.notFinite", ["text": quoted(text)])
    case .controlCharacter(let byte): controlExplanation(byte)
    case .unknownEscape(let text): Explanation("document.unknownEscape", ["text": quoted("\\" + text)])
    case .loneSurrogate(let unit):
      Explanation(
        "document.loneSurrogate", ["unit": "\\u" + hexadecimal([UInt8(unit >> 8), UInt8(unit & 255)])])
    case .nul: Explanation("document.nul")
    case .tooDeep(let limit): Explanation("document.tooDeep", ["limit": limit])
    case .duplicateKey(let key, let first):
      Explanation("document.duplicateKey", ["key": quoted(key), "line": first.line])
    default: nil
    }
  }

  private func controlExplanation(_ byte: UInt8) -> Explanation {
    byte == 10 || byte == 13
      ? Explanation("document.lineEnds")
      : Explanation(
        "document.controlCharacter",
        ["code": hexadecimal([byte]).uppercased(), "escape": "\\u00" + hexadecimal([byte])])
  }

  private var keyExplanation: Explanation? {
    switch fault {
    case .unknownKey(let key, let nearest):
      Explanation(
        Message("document.unknownKey.problem", ["key": quoted(key)]),
        nearest.map(meant) ?? Message("document.unknownKey.remedy"))
    case .misplacedKey(let key, let object):
      Explanation("document.misplacedKey", ["key": quoted(key), "object": quoted(object)])
    case .missingKey(let key): Explanation("document.missingKey", ["subject": subject, "key": quoted(key)])
    case .twoNames(let one, let other):
      Explanation("document.twoNames", ["one": quoted(one), "other": quoted(other)])
    case .excluded(let key, let other):
      Explanation("document.excluded", ["key": quoted(key), "other": quoted(other)])
    case .needsViewport(let key): Explanation("document.needsViewport", ["key": quoted(key)])
    default: nil
    }
  }

  private var valueExplanation: Explanation? {
    switch fault {
    case .wrongType(let kind, let wanted):
      Explanation(isThis(kind.message), shouldBe(Message.joined(wanted.map(\.message), by: "or")))
    case .notWhole(let number):
      Explanation(isThis(.verbatim(numberText(number))), shouldBe(Message("document.wholeNumber")))
    case .outOfRange(let number, let bounds):
      Explanation(isThis(.verbatim(numberText(number))), shouldBe(bounds.message))
    case .notAmong(let number, let known):
      Explanation(
        isThis(.verbatim(numberText(number))),
        Message("document.oneOf", ["known": known.map { String($0) }.joined(separator: ", ")]))
    case .unknownWord(let word, let known, let nearest):
      Explanation(
        isThis(.verbatim(quoted(word))),
        after(nearest, Message("document.known", ["known": known.joined(separator: ", ")])))
    case .notAColour(let text, let nearest):
      Explanation(
        Message("document.notAColour.problem", ["subject": subject, "text": quoted(text)]),
        after(nearest, Message("document.notAColour.remedy")))
    case .colourWithAlpha(let text):
      Explanation("document.colourWithAlpha", ["subject": subject, "text": quoted(text)])
    case .newerVersion(let version, let known):
      Explanation("document.newerVersion", ["version": version, "known": known])
    case .wrongForm(let text, let wanted):
      Explanation(
        isThis(.verbatim(quoted(text))),
        Message("document.form", ["wanted": Message.joined(wanted.map(\.message), by: "or") ?? .verbatim("")])
      )
    case .needsToken(let address):
      Explanation("document.needsToken", ["subject": subject, "address": quoted(address)])
    case .weakToken(let least): Explanation("document.weakToken", ["subject": subject, "least": least])
    default: wordingExplanation
    }
  }

  private var wordingExplanation: Explanation? {
    switch fault {
    case .wrongCount(let count, let range):
      Explanation(
        "document.wrongCount",
        ["subject": subject, "count": count, "least": range.lowerBound, "most": range.upperBound])
    case .notInitials(let text, let most):
      Explanation(
        isThis(.verbatim(quoted(text))), Message("document.initials", ["most": most]))
    case .noInitials(let text):
      Explanation("document.noInitials", ["subject": subject, "text": quoted(text)])
    case .textTooLong(let limit):
      Explanation("document.textTooLong", ["subject": subject, "limit": limit])
    case .unseenCharacter(let scalar):
      Explanation(
        "document.unseenCharacter",
        ["subject": subject, "character": "U+" + String(scalar, radix: 16, uppercase: true)])
    default: nil
    }
  }

  private var nameExplanation: Explanation? {
    switch fault {
    case .outsideInbox(let path):
      Explanation("document.outsideInbox", ["subject": subject, "path": quoted(path)])
    case .notAPlainPath(let path):
      Explanation("document.notAPlainPath", ["subject": subject, "path": quoted(path)])
    case .nameTooLong(let limit): Explanation("document.nameTooLong", ["limit": limit])
    case .notAJobName(let name): Explanation("document.notAJobName", ["name": quoted(name)])
    case .noOutputs: Explanation("document.noOutputs", ["subject": subject])
    case .tooManyOutputs(let limit):
      Explanation("document.tooManyOutputs", ["subject": subject, "limit": limit])
    case .sameFile(let suffix, let first):
      Explanation("document.sameFile", ["subject": subject, "entry": first + 1, "file": "ID\(suffix)"])
    default: nil
    }
  }

  // MARK: Parts

  private func isThis(_ value: Message) -> Message {
    Message("document.is", ["subject": subject, "value": value])
  }

  private func shouldBe(_ what: Message?) -> Message {
    Message("document.shouldBe", ["what": what ?? .verbatim("")])
  }

  private func meant(_ word: String) -> Message { Message("document.didYouMean", ["word": quoted(word)]) }

  /// With a question in front, where there is a word that may have been meant.
  private func after(_ nearest: String?, _ remedy: Message) -> Message {
    nearest.map { Message("sentences", ["first": meant($0), "second": remedy]) } ?? remedy
  }
}
