internal import Model

/// A card as far as it is read: what it is called, and its photo.
struct Card {
  /// Its first line.
  let line: Int
  var version = ""
  var names: [CardName: Named] = [:]
  var photo = Photo.none
  var warnings: [Message] = []

  /// A value that is text, or why it is none.
  enum Named {
    case text(String)
    case flawed(Explanation)
  }

  enum Photo {
    case none
    case address(String)
    case embedded(EmbeddedPhoto, ABCrop.Reading)
    case refused(Explanation)

    /// Whether a later one is not looked at.
    var isThere: Bool {
      switch self {
      case .none, .address: false
      case .embedded, .refused: true
      }
    }
  }

  /// Says a thing once.
  mutating func warn(_ message: Message) {
    if !warnings.contains(message) { warnings.append(message) }
  }

  /// What comes of it; the document's name stands in for a card that has none.
  func result(from wanted: [CardName], documentName: String?) -> RowResult {
    let name = Result { () throws(EntryName.Unsuitable) in try id(from: wanted, documentName) }
    let known = (try? name.get())?.text
    switch photo {
    case .none: return .skipped(problem(id: known, Explanation("import.photo.none")))
    case .address(let address):
      return .skipped(problem(id: known, Explanation("import.photo.address", ["address": address])))
    case .refused(let why): return .bad(problem(id: known, why))
    case .embedded(let photo, let crop):
      switch name {
      case .failure(let why):
        return .bad(RowProblem(line: line, id: why.id, field: why.field, why.explanation))
      case .success(let id): return .row(row(id, photo, crop))
      }
    }
  }

  private func problem(id: String?, _ explanation: Explanation) -> RowProblem {
    RowProblem(line: line, id: id, field: "PHOTO", explanation)
  }

  private func row(_ id: AvatarID, _ photo: EmbeddedPhoto, _ crop: ABCrop.Reading) -> Row {
    var row = Row(line: line, id: id, photo: .embedded(photo), placing: .unsaid, warnings: warnings)
    switch crop {
    case .none: break
    case .clip(let rectangle): row.placing = .clip(rectangle)
    case .useless(let why):
      row.placing = .attributes(Attributes(placement: .centre))
      row.warnings.append(why)
    }
    return row
  }

  /// Of the first name that says something.
  private func id(from wanted: [CardName], _ documentName: String?) throws(EntryName.Unsuitable) -> AvatarID {
    for name in wanted {
      switch names[name] {
      case .flawed(let why)?: throw EntryName.Unsuitable(field: name.rawValue, why)
      case .text(let text)? where !name.words(text).trimmed.isEmpty:
        return try EntryName(field: name.rawValue, text: name.words(text)).id()
      default: continue
      }
    }
    let fields = wanted.map(\.rawValue).joined(separator: ", ")
    guard let documentName else {
      throw EntryName.Unsuitable(field: fields, Explanation("import.vcard.noName", ["fields": fields]))
    }
    return try EntryName(field: "FN", text: documentName).id()
  }
}
