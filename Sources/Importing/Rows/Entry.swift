internal import Model

/// What a row says, before it is known whether it can be taken.
struct Entry {
  var line: Int
  var original: String?
  var id: String?
}

/// Makes rows of what tables and documents say.
struct EntryReader {
  private let photos: PhotoFolder
  /// What the source calls a field.
  private let name: @Sendable (String) -> String

  init(_ photos: PhotoFolder, name: @escaping @Sendable (String) -> String = { $0 }) {
    (self.photos, self.name) = (photos, name)
  }

  /// The row of an entry whose attributes are read once it is known whose they are; nil says nothing of them.
  func result(_ entry: Entry, attributes: () throws(DocumentProblem) -> Attributes?) -> RowResult {
    do throws(Refusal) {
      let path = try path(entry)
      let id = try id(entry, path)
      let placing = try placing(entry, id, attributes)
      return .row(Row(line: entry.line, id: id, photo: try photo(entry, id, path), placing: placing))
    } catch {
      return error.isSkipped ? .skipped(error.problem) : .bad(error.problem)
    }
  }

  private struct Refusal: Error {
    var problem: RowProblem
    var isSkipped = false
  }

  private func path(_ entry: Entry) throws(Refusal) -> BytePath? {
    guard let original = entry.original else { return nil }
    do throws(PhotoFlaw) { return try photos.path(of: original) } catch {
      throw refusal(entry, id: entry.id, error)
    }
  }

  private func id(_ entry: Entry, _ path: BytePath?) throws(Refusal) -> AvatarID {
    do throws(IDFlaw) {
      if let id = entry.id { return try AvatarID(imported: id) }
      if let path { return try AvatarID(imported: path.folder.appending(withoutExtension(path.name))) }
    } catch {
      let field = name(entry.id == nil ? "original" : "id")
      throw Refusal(
        problem: RowProblem(line: entry.line, id: entry.id, field: field, error.explanation))
    }
    throw Refusal(problem: RowProblem(line: entry.line, Explanation("import.row.nobody")))
  }

  private func placing(
    _ entry: Entry, _ id: AvatarID, _ attributes: () throws(DocumentProblem) -> Attributes?
  ) throws(Refusal) -> Row.Placing {
    do throws(DocumentProblem) { return try attributes().map(Row.Placing.attributes) ?? .unsaid } catch {
      let key = String(error.keyPath.prefix { $0 != "." && $0 != "[" })
      let field = key.isEmpty ? nil : name(key)
      throw Refusal(problem: RowProblem(line: entry.line, id: id.text, field: field, error.explanation))
    }
  }

  private func photo(_ entry: Entry, _ id: AvatarID, _ path: BytePath?) throws(Refusal) -> Row.Photo {
    guard let path, let original = entry.original else { return .none }
    do throws(PhotoFlaw) { try photos.check(path, named: original) } catch {
      throw refusal(entry, id: id.text, error)
    }
    return .file(photos.root, path)
  }

  private func refusal(_ entry: Entry, id: String?, _ flaw: PhotoFlaw) -> Refusal {
    let problem = RowProblem(line: entry.line, id: id, field: name("original"), flaw.explanation)
    if case .address = flaw { return Refusal(problem: problem, isSkipped: true) }
    return Refusal(problem: problem)
  }
}
