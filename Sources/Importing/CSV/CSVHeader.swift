internal import Model

/// Which cell of a record is what.
struct CSVHeader {
  /// What each of our columns is in the source: its place, and its name there.
  private(set) var columns: [String: Column] = [:]
  /// How many columns there are, ours and others.
  let count: Int
  /// Names of columns that nothing is made of.
  private(set) var ignored: [String] = []

  struct Column {
    var index: Int
    var name: String
  }

  static let known = ["original", "id"] + Attributes.columns

  /// Reads the cells of the first record; `map` is the source's column for each of ours.
  init(_ names: [String], map: [String: String]) throws(CSVHeader.Flaw) {
    count = names.count
    for (own, name) in map {
      guard Self.known.contains(own) else { throw .notOurs(own) }
      guard let index = names.firstIndex(where: { same($0, name) }) else { throw .unmapped(own, name) }
      columns[own] = Column(index: index, name: names[index])
    }
    let mapped = Set(columns.values.map(\.index))
    for (index, name) in names.enumerated() where !mapped.contains(index) { try add(name, index, map) }
    guard columns["original"] != nil || columns["id"] != nil else { throw .nothing(names) }
  }

  private mutating func add(_ name: String, _ index: Int, _ map: [String: String]) throws(Flaw) {
    guard let own = Self.known.first(where: { same($0, name) }), map[own] == nil else {
      if !name.isEmpty { ignored.append(name) }
      return
    }
    guard columns.updateValue(Column(index: index, name: name), forKey: own) == nil else {
      throw .twice(name)
    }
  }

  /// Why a table cannot be read at all.
  enum Flaw: Error {
    /// It has neither of the columns that tell whose photo is meant.
    case nothing([String])
    case twice(String)
    /// `--map` names something that no column can be.
    case notOurs(String)
    /// `--map` names a column that is not there.
    case unmapped(String, String)
  }
}

private func same(_ left: String, _ right: String) -> Bool {
  left.lowercased().utf8.elementsEqual(right.lowercased().utf8)
}

extension CSVHeader.Flaw: Explained {
  var explanation: Explanation {
    switch self {
    case .nothing(let names): Explanation("import.csv.noColumn", ["columns": list(names)])
    case .twice(let name): Explanation("import.csv.twice", ["column": escaped(name.utf8)])
    case .notOurs(let own):
      Explanation("import.csv.notOurs", ["column": shortened(own), "known": list(CSVHeader.known)])
    case .unmapped(let own, let name):
      Explanation("import.csv.unmapped", ["own": own, "column": escaped(name.utf8)])
    }
  }
}

/// Names of columns, in a sentence.
func list(_ names: [String]) -> String { names.map { escaped($0.utf8) }.joined(separator: ", ") }
