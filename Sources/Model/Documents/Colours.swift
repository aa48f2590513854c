extension Background {
  /// Reads `transparent` or a colour.
  init(_ field: Field) throws(DocumentProblem) {
    let text = try field.string()
    if sameBytes(text.lowercased(), "transparent") {
      self = .transparent
    } else {
      self = .colour(try Colour(text, field))
    }
  }

  /// As written.
  package var text: String {
    switch self {
    case .transparent: "transparent"
    case .colour(let colour): colour.written
    }
  }

  /// By value: two names of one colour are the same.
  var canonical: String {
    switch self {
    case .transparent: "transparent"
    case .colour(let colour): "#" + hexadecimal([colour.red, colour.green, colour.blue])
    }
  }
}

extension Colour {
  /// A background is a full colour or none; of system colours it is the one for light surroundings.
  fileprivate init(_ text: String, _ field: Field) throws(DocumentProblem) {
    guard !sameBytes(text.lowercased(), "clear"), let value = Tint(text)?.colour(.light) else {
      let near = sameBytes(text.lowercased(), "clear") ? "transparent" : Tint.nearestName(to: text)
      throw field.problem(.notAColour(text, nearest: near))
    }
    // Said with eight digits, even a full colour is one with alpha.
    guard value.alpha == 255, ![5, 9].contains(text.hasPrefix("#") ? text.utf8.count : 0) else {
      throw field.problem(.colourWithAlpha(text))
    }
    self.init(red: value.red, green: value.green, blue: value.blue, written: text)
  }
}

extension Tint {
  /// Reads a colour that may let something through.
  init(_ field: Field) throws(DocumentProblem) {
    let text = try field.string()
    guard let tint = Tint(text) else {
      throw field.problem(.notAColour(text, nearest: Self.nearestName(to: text)))
    }
    self = tint
  }
}
