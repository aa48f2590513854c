internal import Model

/// A command line, taken apart by what a command knows: `--name value`, `--name=value`, `--flag`, and the rest.
struct Arguments {
  private var values: [String: [String]] = [:]
  /// The bytes of what is no option.
  private(set) var rest: [[UInt8]] = []

  /// - Parameters:
  ///   - words: what follows the command.
  ///   - options: those that it may hold; `--help` always may.
  /// - Throws: usage, for an option that is not known or lacks its value.
  init(_ words: ArraySlice<[UInt8]>, options: [CommandOption]) throws(CommandProblem) {
    var words = words
    while let word = words.popFirst() {
      if word == Array("--".utf8) {
        rest += words
        return
      }
      guard word.starts(with: "--".utf8) else {
        try takePlain(word)
        continue
      }
      try take(String(decoding: word.dropFirst(2), as: UTF8.self), &words, options + Command.common)
    }
  }

  private mutating func takePlain(_ word: [UInt8]) throws(CommandProblem) {
    if word == Array("-h".utf8) {
      values["help"] = [""]
    } else if word.first == UInt8(ascii: "-"), word.count > 1 {
      throw .usage(Message("usage.shortOption", ["word": escaped(word)]))
    } else {
      rest.append(word)
    }
  }

  private mutating func take(
    _ word: String, _ words: inout ArraySlice<[UInt8]>, _ options: [CommandOption]
  ) throws(CommandProblem) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    guard let option = options.first(where: { $0.name == name }) else {
      let nearest = nearest(to: name, among: options.map(\.name))
      throw .usage(Usage.unknown("option", "--\(name)", nearest: nearest.map { "--\($0)" }))
    }
    guard option.value != nil else {
      guard parts.count == 1 else { throw .usage(Message("usage.noValue", ["option": "--\(name)"])) }
      values[name, default: []].append("")
      return
    }
    let value = parts.count > 1 ? parts[1] : words.popFirst().map { String(decoding: $0, as: UTF8.self) }
    guard let value else { throw .usage(Message("usage.needsValue", ["option": "--\(name)"])) }
    values[name, default: []].append(value)
  }

  /// The last value of an option.
  subscript(name: String) -> String? { values[name]?.last }

  /// All values of an option.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  func has(_ flag: String) -> Bool { values[flag] != nil }

  /// What is no option, as text: ids are UTF-8.
  func texts() throws(CommandProblem) -> [String] {
    var texts: [String] = []
    for bytes in rest {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .usage(Message("usage.notUTF8", ["word": escaped(bytes)]))
      }
      texts.append(text)
    }
    return texts
  }
}
