internal import Model

/// A command line, taken apart by what a command knows: `--name value`, `--name=value`, `--flag`, and the rest.
struct Arguments {
  private var values: [String: [String]] = [:]
  /// The bytes of what is no option.
  private(set) var rest: [[UInt8]] = []

  /// - Parameters:
  ///   - words: what follows the command.
  ///   - options: names that take a value.
  ///   - flags: names that take none.
  /// - Throws: usage, for an option that is not known or lacks its value.
  init(_ words: ArraySlice<[UInt8]>, options: [String], flags: [String]) throws(CommandProblem) {
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
      try take(String(decoding: word.dropFirst(2), as: UTF8.self), &words, options + ["help"], flags)
    }
  }

  private mutating func takePlain(_ word: [UInt8]) throws(CommandProblem) {
    if word == Array("-h".utf8) {
      values["help"] = [""]
    } else if word.first == UInt8(ascii: "-"), word.count > 1 {
      throw .usage(
        "\(escaped(word)) is no option: options begin with --; a file of that name is written ./\(escaped(word))"
      )
    } else {
      rest.append(word)
    }
  }

  private mutating func take(
    _ word: String, _ words: inout ArraySlice<[UInt8]>, _ options: [String], _ flags: [String]
  ) throws(CommandProblem) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    if flags.contains(name) || name == "help" {
      guard parts.count == 1 else { throw .usage("--\(name) takes no value") }
      values[name, default: []].append("")
    } else if options.contains(name) {
      guard
        let value = parts.count > 1 ? parts[1] : words.popFirst().map({ String(decoding: $0, as: UTF8.self) })
      else { throw .usage("--\(name) needs a value") }
      values[name, default: []].append(value)
    } else {
      let near = nearest(to: name, among: options + flags).map { "; did you mean --\($0)?" } ?? ""
      throw .usage("--\(name) is no option of this command\(near)")
    }
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
        throw .usage("\(escaped(bytes)) is not UTF-8 text")
      }
      texts.append(text)
    }
    return texts
  }
}
