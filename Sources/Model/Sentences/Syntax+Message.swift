extension Syntax {
  var message: Message { Message("syntax.\(self).name") }
  var remedy: Message { Message("syntax.\(self).remedy") }
}

extension Dialect {
  var explanation: Explanation { Explanation("dialect.\(self)") }
}

extension JSONKind {
  var message: Message { Message("kind.\(self)") }
}

extension Form {
  var message: Message {
    switch self {
    case .number: JSONKind.number.message
    case .digits(let count): Message("form.digits", ["count": count])
    case .pattern(let text): .verbatim(text)
    }
  }
}

extension Bounds {
  var message: Message {
    let range = Message(
      includesHigh ? "bounds.closed" : "bounds.open", ["low": numberText(low), "high": numberText(high)])
    return orZero ? Message("bounds.orZero", ["range": range]) : range
  }
}

/// A piece of a document in a sentence: in quotation marks, made safe to print, and not longer than a line.
func quoted(_ text: String, marks: String = "\"") -> String {
  let short = text.unicodeScalars.prefix(61)
  let shown = escaped(Array(String(String.UnicodeScalarView(short.prefix(60))).utf8))
  return marks + shown + (short.count > 60 ? "..." : "") + marks
}
