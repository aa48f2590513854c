/// What is told to a person, not yet in any language: the name of a sentence in the catalogs, and what goes into it.
///
/// So it can be kept, or handed to another process, and be shown to each reader in the reader's language. Before
/// adding one, see Contributing in the README.
package struct Message: Hashable, Sendable {
  /// As in `photo.empty.problem`.
  package let key: String
  package let arguments: [String: Argument]

  package init(_ key: String, _ arguments: [String: any Sayable] = [:]) {
    self.init(key: key, arguments: arguments.mapValues(\.argument))
  }

  init(key: String, arguments: [String: Argument]) {
    self.key = key
    self.arguments = arguments
  }

  /// Words that are the same in every language, or known in one only: a library's, or those of an earlier version.
  package static func verbatim(_ text: String) -> Message {
    Message(key: "", arguments: ["text": .text(text)])
  }

  /// The words of a message that is the same in every language.
  var verbatim: String? {
    guard key.isEmpty, case .text(let text) = arguments["text"] else { return nil }
    return text
  }

  /// Something that can stand in a sentence.
  package enum Argument: Hashable, Sendable {
    case text(String)
    case number(Int)
    /// Never a whole number: that is a `number`.
    case decimal(Double)
    case message(Message)
  }
}

extension Message.Argument {
  /// How many, where it is a number.
  var count: Double? {
    switch self {
    case .number(let number): Double(number)
    case .decimal(let number): number
    case .text, .message: nil
    }
  }
}

extension Message {
  package func text(in language: Language) -> String {
    if let verbatim { return verbatim }
    guard let template = language.catalog.template(key) else { return key }
    return template.text(arguments, in: language)
  }

  /// One sentence of several, as in `a or b` with the key `or`.
  package static func joined(_ messages: [Message], by key: String) -> Message? {
    guard let first = messages.first else { return nil }
    return messages.dropFirst().reduce(first) { Message(key, ["first": $0, "second": $1]) }
  }
}

/// What can be put into a sentence as it is.
package protocol Sayable: Sendable {
  var argument: Message.Argument { get }
}

extension String: Sayable {
  package var argument: Message.Argument { .text(self) }
}

extension Int: Sayable {
  package var argument: Message.Argument { .number(self) }
}

extension Int32: Sayable {
  package var argument: Message.Argument { .number(Int(self)) }
}

extension Double: Sayable {
  package var argument: Message.Argument {
    self == rounded() && abs(self) < 1e15 ? .number(Int(self)) : .decimal(self)
  }
}

extension Message: Sayable {
  package var argument: Message.Argument { verbatim.map { .text($0) } ?? .message(self) }
}

extension AvatarID: Sayable {
  package var argument: Message.Argument { .text(description) }
}
