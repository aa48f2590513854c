internal import Model

/// A record of a directory's export as far as it is read: an entry, or a change to one (RFC 2849).
struct LDIFRecord {
  /// Its first line.
  let line: Int
  var name: DistinguishedName?
  var change = Change.none
  /// Values that are text, by the attribute's name.
  var values: [String: Value] = [:]
  var photo = Photo.none
  var photoRank = 0
  /// Why nothing of it can be had.
  var fault: RowProblem?
  var warnings: [Message] = []

  enum Change: Equatable {
    case none
    case add
    /// With the verb that holds for the lines at hand.
    case modify(String?)
    case other(String)
  }

  enum Value {
    case text(String)
    case flawed(Explanation)
  }

  enum Photo {
    case none
    case address(String)
    case embedded(EmbeddedPhoto)
    case refused(Explanation)
  }

  /// The attributes with a photo; the higher is taken before the lower.
  static let photoRanks = ["jpegphoto": 2, "thumbnailphoto": 1]

  /// Says a thing once.
  mutating func warn(_ message: Message) {
    if !warnings.contains(message) { warnings.append(message) }
  }

  /// Whether the lines at hand say what is to be there.
  var isToBeThere: Bool {
    switch change {
    case .none, .add, .modify("add"), .modify("replace"): true
    case .modify, .other: false
    }
  }

  /// What comes of it.
  func result(idFrom wanted: [String]) -> RowResult {
    if let fault { return .bad(fault) }
    if case .other(let kind) = change {
      return .skipped(RowProblem(line: line, Explanation("import.ldif.notTaken", ["kind": kind])))
    }
    let name = Result { () throws(EntryName.Unsuitable) in try id(from: wanted) }
    let known = (try? name.get())?.text
    switch photo {
    case .none: return .skipped(RowProblem(line: line, id: known, Explanation("import.photo.none")))
    case .address(let address):
      let why = Explanation("import.photo.address", ["address": address])
      return .skipped(RowProblem(line: line, id: known, field: "jpegPhoto", why))
    case .refused(let why): return .bad(RowProblem(line: line, id: known, field: "jpegPhoto", why))
    case .embedded(let photo):
      switch name {
      case .failure(let why):
        return .bad(RowProblem(line: line, id: why.id, field: why.field, why.explanation))
      case .success(let id):
        return .row(Row(line: line, id: id, photo: .embedded(photo), placing: .unsaid, warnings: warnings))
      }
    }
  }

  /// Of the first attribute that says something, be it only in the entry's own name.
  private func id(from wanted: [String]) throws(EntryName.Unsuitable) -> AvatarID {
    for attribute in wanted {
      if case .flawed(let why)? = values[attribute] { throw EntryName.Unsuitable(field: attribute, why) }
      let texts = [values[attribute]?.text, name?.first[attribute]].compactMap { $0 }
      guard let text = texts.first(where: { !$0.trimmed.isEmpty }) else { continue }
      return try EntryName(field: attribute, text: text).id()
    }
    let attributes = wanted.joined(separator: ", ")
    throw EntryName.Unsuitable(
      field: attributes, Explanation("import.ldif.noName", ["attributes": attributes]))
  }
}

extension LDIFRecord.Value {
  init(_ bytes: [UInt8]) {
    self =
      TextFlaw(of: bytes[...]).map { .flawed($0.explanation) }
      ?? .text(String(decoding: bytes, as: UTF8.self))
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
}
