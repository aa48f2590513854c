extension Attributes {
  /// The columns of a table that attributes may be in.
  package static let columns = [
    "scale", "x", "y", "position", "offset", "xWidth", "yHeight", "viewport", "crop", "rotation", "shape",
    "background",
  ]

  /// Reads the cells of one row, by their columns; nil where there are none.
  ///
  /// - Parameter cells: none of them empty.
  /// - Throws: what is wrong, with the column as its path.
  package init?(cells: [String: String]) throws(DocumentProblem) {
    guard !cells.isEmpty else { return nil }
    do throws(DocumentProblem) {
      try self.init(Fields(members: Self.members(cells), whole: .nothing))
    } catch { throw error.ofCell(cells) }
  }

  /// The cells as the members of a document.
  private static func members(_ cells: [String: String]) throws(DocumentProblem) -> [JSONMember] {
    var members: [JSONMember] = []
    var halves: [JSONMember] = []
    for column in columns {
      guard let text = cells[column] else { continue }
      let member = try member(Words(column, text))
      if ["x", "y"].contains(column) { halves.append(member) } else { members.append(member) }
    }
    if !halves.isEmpty { members.append(JSONMember("position", JSONValue(.object(halves)))) }
    if let half = halves.first,
      let whole = members.first(where: { ["position", "offset"].contains($0.key) }),
      cells[whole.key] != nil
    {
      throw DocumentProblem(.twoNames(half.key, whole.key), at: .start, keyPath: whole.key)
    }
    return members
  }

  private static func member(_ words: Words) throws(DocumentProblem) -> JSONMember {
    switch words.field.path {
    case "position", "offset": try words.position()
    case "viewport": try words.viewport()
    case "crop": try words.crop()
    case "shape", "background": words.member()
    default: JSONMember(words.field.path, try words.number().value)
    }
  }
}

extension DocumentProblem {
  /// The same with the column as its path: `position.x` may be the column `x`.
  fileprivate func ofCell(_ cells: [String: String]) -> DocumentProblem {
    let half = keyPath.dropFirst("position.".count)
    guard keyPath.hasPrefix("position."), cells["position"] == nil else { return self }
    return DocumentProblem(fault, at: at, keyPath: String(half))
  }
}
