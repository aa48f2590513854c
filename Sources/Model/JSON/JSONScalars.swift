// Strings and numbers.

extension JSONReader {
  /// Reads a string from its opening quotation mark on.
  mutating func string() throws(DocumentProblem) -> String {
    let start = cursor.place
    var bytes: [UInt8] = []
    cursor.advance()
    while let byte = cursor.byte {
      switch byte {
      case UInt8(ascii: "\""):
        cursor.advance()
        return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"): bytes.append(contentsOf: String(try escape()).utf8)
      case 0x00..<0x20: throw problem(.controlCharacter(byte))
      default:
        bytes.append(byte)
        cursor.advance()
      }
    }
    throw DocumentProblem(.unfinished(.string), at: start)
  }

  private mutating func escape() throws(DocumentProblem) -> Unicode.Scalar {
    let start = cursor.place
    cursor.advance()
    guard let byte = cursor.byte else { throw problem(.unfinished(.string)) }
    if byte == UInt8(ascii: "u") { return try unicodeEscape(from: start) }
    guard let scalar = shortEscape(byte) else {
      throw DocumentProblem(.unknownEscape(cursor.character), at: start)
    }
    cursor.advance()
    return scalar
  }

  private func shortEscape(_ byte: UInt8) -> Unicode.Scalar? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(byte)
    case UInt8(ascii: "b"): "\u{8}"
    case UInt8(ascii: "f"): "\u{C}"
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "t"): "\t"
    default: nil
    }
  }

  /// Reads `uXXXX`, or the two that make up a surrogate pair.
  private mutating func unicodeEscape(from start: Place) throws(DocumentProblem) -> Unicode.Scalar {
    let first = try codeUnit(from: start)
    guard first != 0 else { throw DocumentProblem(.nul, at: start) }
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, cursor.byte == UInt8(ascii: "\\"), cursor.next == UInt8(ascii: "u") else {
      throw DocumentProblem(.loneSurrogate(first), at: start)
    }
    cursor.advance()
    let second = try codeUnit(from: start)
    guard 0xDC00...0xDFFF ~= second,
      let scalar = Unicode.Scalar(UInt32(first - 0xD800) << 10 + UInt32(second - 0xDC00) + 0x10000)
    else { throw DocumentProblem(.loneSurrogate(first), at: start) }
    return scalar
  }

  /// Reads `u` and four digits.
  private mutating func codeUnit(from start: Place) throws(DocumentProblem) -> UInt16 {
    cursor.advance()
    var digits = ""
    while digits.count < 4, let byte = cursor.byte, isWordPart(byte) {
      digits.append(cursor.character)
      cursor.advance()
    }
    guard digits.count == 4, let unit = UInt16(digits, radix: 16) else {
      throw DocumentProblem(.unknownEscape("u" + digits), at: start)
    }
    return unit
  }
}

extension JSONReader {
  /// Reads a number as RFC 8259 has it, and says what is wrong with the other ways to write one.
  mutating func number() throws(DocumentProblem) -> Double {
    let start = cursor.place
    if cursor.byte == UInt8(ascii: "+") { throw problem(.notJSON(.plusSign)) }
    var text = cursor.take(UInt8(ascii: "-")) ? "-" : ""
    text += try wholePart(from: start)
    text += try fraction(from: start)
    text += try exponent(from: start)
    guard let number = Double(text), number.isFinite else {
      throw DocumentProblem(.notFinite(text), at: start)
    }
    return number
  }

  private mutating func wholePart(from start: Place) throws(DocumentProblem) -> String {
    if cursor.byte == UInt8(ascii: ".") { throw DocumentProblem(.notJSON(.noDigitBeforePoint), at: start) }
    let digits = cursor.take(while: isDigit)
    let word =
      cursor.byte == UInt8(ascii: "e") || cursor.byte == UInt8(ascii: "E")
      ? "" : cursor.take(while: isWordPart)
    if digits == "0", word.lowercased().hasPrefix("x") {
      throw DocumentProblem(.notJSON(.hexadecimal), at: start)
    }
    if digits.isEmpty, isNotFinite(word) { throw DocumentProblem(.notFinite("-" + word), at: start) }
    guard !digits.isEmpty, word.isEmpty else { throw DocumentProblem(.notANumber(digits + word), at: start) }
    guard digits.first != "0" || digits == "0" else {
      throw DocumentProblem(.notJSON(.leadingZero), at: start)
    }
    return digits
  }

  private mutating func fraction(from start: Place) throws(DocumentProblem) -> String {
    guard cursor.take(UInt8(ascii: ".")) else { return "" }
    let digits = cursor.take(while: isDigit)
    guard !digits.isEmpty else { throw DocumentProblem(.notJSON(.noDigitBehindPoint), at: start) }
    return "." + digits
  }

  private mutating func exponent(from start: Place) throws(DocumentProblem) -> String {
    let word = cursor.take(while: isWordPart)
    guard !word.isEmpty else { return "" }
    var digits = String(word.dropFirst())
    if digits.isEmpty, let sign = cursor.byte, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      cursor.advance()
      digits = String(Unicode.Scalar(sign)) + cursor.take(while: isWordPart)
    }
    let figures = digits.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    guard word.lowercased().hasPrefix("e"), !figures.isEmpty, figures.allSatisfy(isDigit) else {
      throw DocumentProblem(.notANumber(word), at: start)
    }
    return "e" + digits
  }
}
