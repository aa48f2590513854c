/// What is told to a person: what is wrong (where and why in one sentence), and what to do.
package struct Explanation: Hashable, Sendable, Codable {
  package var problem: Message
  /// Nil where nothing can be done.
  package var remedy: Message?

  package init(_ problem: Message, _ remedy: Message?) {
    self.problem = problem
    self.remedy = remedy
  }

  /// The sentences `KEY.problem` and `KEY.remedy`, with what goes into either.
  package init(_ key: String, _ arguments: [String: any Sayable] = [:]) {
    self.init(Message("\(key).problem", arguments), Message("\(key).remedy", arguments))
  }

  /// Both in one.
  package var whole: Message {
    remedy.map { Message("explanation", ["problem": problem, "remedy": $0]) } ?? problem
  }

  /// What the lines of an error.txt say.
  package init(lines bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let problem = lines.first.map { $0.last == UInt8(ascii: ".") ? $0.dropLast() : $0 } ?? []
    let remedy = lines.dropFirst().map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    self.init(.verbatim(String(decoding: problem, as: UTF8.self)), remedy.isEmpty ? nil : .verbatim(remedy))
  }

  /// A line for each, as in an error.txt.
  package func lines(in language: Language) -> String {
    let problem = problem.text(in: language)
    return (remedy.map { "\(problem).\n\($0.text(in: language))" } ?? problem) + "\n"
  }
}

/// Something that can be told.
///
/// Which sentence it is, the cases of a few enums in this folder say, so that the compiler notices a case without one.
/// The sentences themselves lie in the catalogs, one file for each language.
package protocol Explained: Sendable {
  var explanation: Explanation { get }
}
