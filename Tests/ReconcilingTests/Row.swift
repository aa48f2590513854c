import Model
import Testing

@testable import Reconciling

/// One sentence of the contract: what lies there, and what is then to be done.
struct Row: CustomTestStringConvertible, Sendable {
  var sentence: String
  var record: Record?
  var failedMade: String?
  var expected: String
  var found: @Sendable (inout Found) -> Void

  init(
    _ sentence: String, _ record: Record?, failedMade: String? = nil, _ expected: String,
    found: @escaping @Sendable (inout Found) -> Void
  ) {
    self.sentence = sentence
    self.record = record
    self.failedMade = failedMade
    self.expected = expected
    self.found = found
  }

  /// After Jane was published.
  init(
    _ sentence: String, failedMade: String? = nil, _ expected: String,
    found: @escaping @Sendable (inout Found) -> Void
  ) {
    self.init(sentence, jane(), failedMade: failedMade, expected, found: found)
  }

  var testDescription: String { sentence }

  func decide() -> String {
    var found = Found.after(record)
    self.found(&found)
    return told(plan(found, record: record, failedMade: failedMade, made: made))
  }
}
