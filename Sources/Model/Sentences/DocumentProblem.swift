/// What is wrong with a document or an option, and where.
package struct DocumentProblem: Error, Hashable, Sendable {
  package var fault: Fault
  /// Where it stands in the document; the start for an option.
  package var at: Place
  /// The way to the value, as in `outputs[2].size` or `--scale`; empty where the text itself is no JSON.
  package var keyPath: String

  package init(_ fault: Fault, at place: Place, keyPath: String = "") {
    self.fault = fault
    at = place
    self.keyPath = keyPath
  }

  /// 1 or more.
  package var line: Int { at.line }
  /// 1 or more; in characters.
  package var column: Int { at.column }

  /// What can be wrong.
  package enum Fault: Hashable, Sendable {
    // The text.
    case tooLarge(limit: Int)
    case notUTF8(byte: UInt8)
    /// Nothing but blanks and comments.
    case empty
    case unexpected(String, wanted: Syntax)
    /// The text ends where something was still to come.
    case unfinished(Syntax)
    case notJSON(Dialect)
    case unknownValue(String)
    case notANumber(String)
    case notFinite(String)
    case controlCharacter(UInt8)
    case unknownEscape(String)
    case loneSurrogate(UInt16)
    case nul
    case tooDeep(limit: Int)
    case duplicateKey(String, first: Place)

    // The keys.
    case unknownKey(String, nearest: String?)
    /// The key is known, but in the object of another key.
    case misplacedKey(String, belongsInto: String)
    case missingKey(String)
    case twoNames(String, String)
    /// The key cannot stand beside `other`.
    case excluded(String, by: String)
    /// `xWidth` and `yHeight` are points on a screen.
    case needsViewport(String)

    // The values.
    case wrongType(JSONKind, wanted: [JSONKind])
    case notWhole(Double)
    case outOfRange(Double, Bounds)
    case notAmong(Double, known: [Int])
    case unknownWord(String, known: [String], nearest: String?)
    case notAColour(String, nearest: String?)
    case colourWithAlpha(String)
    case newerVersion(Int, known: Int)
    case wrongForm(String, wanted: [Form])
    case wrongCount(Int, ClosedRange<Int>)
    case notInitials(String, most: Int)
    /// A name without a letter.
    case noInitials(String)
    case textTooLong(limit: Int)
    /// A scalar that cannot be seen.
    case unseenCharacter(UInt32)
    /// Other machines reach this address, and need say nothing to be let in.
    case needsToken(String)
    case weakToken(least: Int)

    // Names and lists.
    case outsideInbox(String)
    case notAPlainPath(String)
    case nameTooLong(limit: Int)
    case notAJobName(String)
    case noOutputs
    case tooManyOutputs(limit: Int)
    /// Both outputs, counted from 0, would be the same file.
    case sameFile(suffix: String, first: Int)
  }
}

/// What belongs at a place of a JSON text.
package enum Syntax: Hashable, Sendable {
  case value, key, colon, commaOrBrace, commaOrBracket, endOfText, string, comment
}

/// What other notations allow, and JSON does not.
package enum Dialect: Hashable, Sendable {
  case singleQuotes, bareKey, hexadecimal, plusSign, leadingZero, noDigitBeforePoint, noDigitBehindPoint
}

/// How a text is to be written.
package enum Form: Hashable, Sendable {
  case number
  case digits(Int)
  /// As in `X,Y`.
  case pattern(String)
}

/// The numbers that a key allows.
package struct Bounds: Hashable, Sendable {
  package var low: Double
  package var high: Double
  /// Whether `high` itself is still allowed.
  package var includesHigh: Bool
  /// Whether 0 is allowed although it lies outside.
  package var orZero: Bool

  package init(_ range: ClosedRange<Double>, orZero: Bool = false) {
    low = range.lowerBound
    high = range.upperBound
    includesHigh = true
    self.orZero = orZero
  }

  package init(_ range: Range<Double>) {
    low = range.lowerBound
    high = range.upperBound
    includesHigh = false
    orZero = false
  }

  /// Whether a number is allowed.
  package func contains(_ number: Double) -> Bool {
    (orZero && number == 0) || (number >= low && (number < high || (includesHigh && number == high)))
  }
}

extension DocumentProblem {
  /// With the place in front: `jane.job.json:3:12: ...`.
  package func explanation(in document: String) -> Explanation {
    let why = explanation
    let place = Message(
      "document.at", ["document": document, "line": line, "column": column, "problem": why.problem])
    return Explanation(place, why.remedy)
  }
}
