internal import Model

/// `--lang`, which every command has, and which may also stand before the command.
///
/// It is taken before all else is understood, so that mistakes are told in it, too.
enum LanguageOption {
  private static let name = Array("--lang".utf8)

  /// Speaks the language that was asked for last from now on; answers the other words.
  static func taken(from words: [[UInt8]]) throws(CommandProblem) -> [[UInt8]] {
    var rest: [[UInt8]] = []
    var words = words[...]
    while let word = words.popFirst() {
      if word == Array("--".utf8) { return rest + [word] + words }
      if word == name {
        guard let value = words.popFirst() else {
          throw .usage(Message("usage.needsValue", ["option": "--lang"]))
        }
        try speak(value[...])
      } else if word.starts(with: name + [UInt8(ascii: "=")]) {
        try speak(word.dropFirst(name.count + 1))
      } else {
        rest.append(word)
      }
    }
    return rest
  }

  private static func speak(_ tag: ArraySlice<UInt8>) throws(CommandProblem) {
    guard let language = Language(String(decoding: tag, as: UTF8.self)) else {
      let known = Language.all.map(\.code).joined(separator: ", ")
      throw .usage(Message("usage.unknown.language", ["word": escaped(tag), "known": known]))
    }
    Terminal.asked = language
  }
}
