internal import Model

extension Language {
  /// That of the parameter `lang`, else the best that the browser accepts.
  static func wished(_ headers: Headers, _ target: RequestTarget?) -> Language {
    target?["lang"].flatMap { Language($0) } ?? headers["accept-language"].map(accepted) ?? .english
  }
}
