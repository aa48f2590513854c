extension Syntax {
  var english: String {
    switch self {
    case .value: "a value"
    case .key: "a key in double quotes"
    case .colon: "a colon"
    case .commaOrBrace: "a comma or }"
    case .commaOrBracket: "a comma or ]"
    case .endOfText: "the end of the document"
    case .string: "the closing quotation mark of a text"
    case .comment: "a whole comment"
    }
  }

  var remedy: String {
    switch self {
    case .value: "A value is a text in double quotes, a number, true, false, null, [ ] or { }."
    case .key: "Write members as in \"scale\": 1.6."
    case .colon: "Put : between key and value."
    case .commaOrBrace: "Put a comma between two members, and } behind the last one."
    case .commaOrBracket: "Put a comma between two elements, and ] behind the last one."
    case .endOfText: "Remove what follows the last bracket."
    case .string: "Close the text with \"."
    case .comment: "A comment is // to the end of the line, or /* to */."
    }
  }
}

extension Dialect {
  var english: Explanation {
    switch self {
    case .singleQuotes: Explanation("a text stands in single quotes", "Use double quotes.")
    case .bareKey: Explanation("a key stands without quotes", "Put it in double quotes.")
    case .hexadecimal: Explanation("a number is written in hexadecimal", "Write it in decimal.")
    case .plusSign: Explanation("a number begins with +", "Remove the sign.")
    case .leadingZero: Explanation("a number begins with 0", "Remove the zeros in front.")
    case .noDigitBeforePoint: Explanation("a number begins with its point", "Write 0 before it, as in 0.5.")
    case .noDigitBehindPoint:
      Explanation("a number ends with its point", "Write a digit behind it, as in 1.0.")
    }
  }
}

extension JSONKind {
  var english: String {
    switch self {
    case .null: "null"
    case .boolean: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object in { }"
    }
  }
}

extension Bounds {
  var english: String {
    let zero = orZero ? "0, or " : ""
    return includesHigh
      ? "\(zero)from \(numberText(low)) to \(numberText(high))"
      : "\(zero)at least \(numberText(low)) and less than \(numberText(high))"
  }
}

/// A piece of a document in a sentence: in quotation marks, made safe to print, and not longer than a line.
func quoted(_ text: String, marks: String = "\"") -> String {
  let short = text.unicodeScalars.prefix(61)
  let shown = escaped(Array(String(String.UnicodeScalarView(short.prefix(60))).utf8))
  return marks + shown + (short.count > 60 ? "..." : "") + marks
}
