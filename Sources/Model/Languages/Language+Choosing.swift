extension Language {
  /// The language of a locale environment: of `LC_ALL`, else `LC_MESSAGES`, else `LANG`; nil where none is set.
  ///
  /// The first of them that is set decides, as everywhere: English, where it names no language that is spoken here.
  package static func ofEnvironment(_ variable: (String) -> String?) -> Language? {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
    return locale.map { Language($0) ?? .english }
  }

  /// The best of an `Accept-Language` header, which names languages and how welcome they are: `fr-CA, en;q=0.8`.
  ///
  /// English, where none of them is spoken here.
  package static func accepted(_ header: String) -> Language {
    var best: (language: Language, quality: Double)?
    for wish in header.split(separator: ",").compactMap(wish) {
      // Of two that are equally welcome the first.
      if wish.quality > best?.quality ?? 0 { best = wish }
    }
    return best?.language ?? .english
  }

  /// `fr-CA;q=0.8`; `*` is any language, and so English.
  private static func wish(_ text: Substring) -> (language: Language, quality: Double)? {
    let parts = text.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
    guard let tag = parts.first, let language = tag == "*" ? english : Language(tag) else { return nil }
    let quality = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }.map {
      min(1, Double($0.dropFirst(2)) ?? 0)
    }
    return (language, quality ?? 1)
  }
}
