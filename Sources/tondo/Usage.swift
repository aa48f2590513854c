internal import Model

/// What is said of a word that is not known.
enum Usage {
  /// The kind is `command` or `option`; `nearest` is what may have been meant.
  static func unknown(_ kind: String, _ word: String, nearest: String?) -> Message {
    let unknown = Message("usage.unknown.\(kind)", ["word": word])
    return nearest.map { Message("usage.didYouMean", ["unknown": unknown, "word": $0]) } ?? unknown
  }
}
