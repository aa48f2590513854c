/// The forms that a counted thing can have, as CLDR names them.
package enum PluralForm: String, Hashable, Sendable, CaseIterable {
  case zero, one, two, few, many, other
}

/// Which form a number has, by the rules of a language as CLDR writes them: `v = 0 and i % 10 = 2..4 and i % 100 != 12..14`.
struct PluralRules: Hashable, Sendable {
  /// In the order of the rules; the first that holds decides.
  let rules: [(form: PluralForm, condition: Condition)]

  /// The forms that a counted thing needs in this language.
  var forms: Set<PluralForm> { Set(rules.map(\.form) + [.other]) }

  func form(of number: Double) -> PluralForm {
    let operands = Operands(number)
    return rules.first { $0.condition.holds(for: operands) }?.form ?? .other
  }

  /// What the rules know of a number: its value, its whole part, and how many decimals are shown, and which.
  struct Operands {
    let values: [Substring: Int]

    init(_ number: Double) {
      let parts = shown(abs(number)).split(separator: ".")
      let whole = parts.first.flatMap { Int($0) } ?? 0
      guard parts.count == 2 else {
        values = ["n": whole, "i": whole]
        return
      }
      // It ends in no zero, so what is shown is what counts. The value itself is no whole number, and equals none.
      let (digits, decimals) = (parts[1].count, Int(parts[1]) ?? 0)
      values = ["i": whole, "v": digits, "w": digits, "f": decimals, "t": decimals]
    }
  }

  static func == (left: PluralRules, right: PluralRules) -> Bool {
    left.rules.elementsEqual(right.rules) { $0.form == $1.form && $0.condition == $1.condition }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(rules.map(\.condition)) }

  /// Relations joined by `and`, and these by `or`.
  struct Condition: Hashable, Sendable {
    let alternatives: [[Relation]]

    func holds(for operands: Operands) -> Bool {
      alternatives.contains { $0.allSatisfy { $0.holds(for: operands) } }
    }
  }

  /// As in `i % 100 != 12..14`.
  struct Relation: Hashable, Sendable {
    let operand: Substring
    let modulus: Int?
    let isNegated: Bool
    let ranges: [ClosedRange<Int>]

    func holds(for operands: Operands) -> Bool {
      let isWhole = operands.values["v"] == nil
      guard let value = operands.values[operand] ?? (operand == "n" && !isWhole ? nil : 0) else {
        return isNegated
      }
      let rest = modulus.map { value % $0 } ?? value
      return ranges.contains { $0.contains(rest) } != isNegated
    }
  }
}

extension PluralRules.Condition {
  /// Nil where it is none.
  init?(_ text: String) {
    var alternatives: [[PluralRules.Relation]] = []
    for alternative in text.split(separator: " or ", omittingEmptySubsequences: false) {
      let parts = alternative.split(separator: " and ", omittingEmptySubsequences: false)
      let relations = parts.compactMap(PluralRules.Relation.init)
      guard relations.count == parts.count else { return nil }
      alternatives.append(relations)
    }
    self.alternatives = alternatives
  }
}

extension PluralRules.Relation {
  fileprivate init?(_ text: Substring) {
    var words = text.split(separator: " ")[...]
    guard let operand = words.popFirst(), ["n", "i", "v", "w", "f", "t", "c", "e"].contains(operand) else {
      return nil
    }
    var modulus: Int?
    if words.first == "%" {
      words = words.dropFirst()
      modulus = words.popFirst().flatMap { Int($0) }
      guard let modulus, modulus > 0 else { return nil }
    }
    guard let sign = words.popFirst(), sign == "=" || sign == "!=", let list = words.popFirst(), words.isEmpty
    else { return nil }
    let pieces = list.split(separator: ",", omittingEmptySubsequences: false)
    let ranges = pieces.compactMap(Self.range)
    guard ranges.count == pieces.count else { return nil }
    self.init(operand: operand, modulus: modulus, isNegated: sign == "!=", ranges: ranges)
  }

  /// `4` or `2..4`.
  private static func range(_ text: Substring) -> ClosedRange<Int>? {
    let ends = text.split(separator: "..", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = ends.first, let low = first, let last = ends.last, let high = last, ends.count <= 2,
      low <= high
    else { return nil }
    return low...high
  }
}
