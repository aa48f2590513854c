package import Model

/// The ids of an import's rows, to find those that come more than once: in a temporary file, so that memory stays flat
/// however many there are.
package final class RowIndex {
  /// Where a row stands.
  package struct Position: Hashable, Sendable {
    /// Counts all rows of all sources, from 0.
    package var number: Int
    /// Which of the sources, from 0.
    package var source: Int
    package var line: Int?
    /// Below the source, where that is a folder.
    package var path: BytePath?

    package init(number: Int, source: Int, line: Int?, path: BytePath? = nil) {
      self.number = number
      self.source = source
      self.line = line
      self.path = path
    }
  }

  /// Rows that have one id.
  package struct Clash: Hashable, Sendable {
    /// The first that is not the row asked for.
    package var other: Position
    package var last: Position
  }

  private let database: Database
  /// Whether any id came twice.
  package private(set) var hasClashes = false

  package init() throws(LedgerFailure) {
    // Without a name it lies where temporary files do, and goes with this object.
    database = try Database([], writing: true)
    try database.execute(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8192; PRAGMA temp_store = FILE;
      CREATE TABLE first(id BLOB NOT NULL PRIMARY KEY, number INTEGER, source INTEGER, line INTEGER, path BLOB)
        WITHOUT ROWID;
      CREATE TABLE clash(id BLOB NOT NULL, number INTEGER NOT NULL, source INTEGER, line INTEGER, path BLOB,
        PRIMARY KEY(id, number)) WITHOUT ROWID;
      BEGIN;
      """)
  }

  package func add(_ id: AvatarID, _ position: Position) throws(LedgerFailure) {
    let values: [Value] = [
      .blob(id.path.bytes), .integer(position.number), .integer(position.source),
      position.line.map(Value.integer) ?? .null, position.path.map { .blob($0.bytes) } ?? .null,
    ]
    guard try database.run("INSERT OR IGNORE INTO first VALUES(?1, ?2, ?3, ?4, ?5)", values) == 0 else {
      return
    }
    hasClashes = true
    try database.run("INSERT OR IGNORE INTO clash SELECT * FROM first WHERE id = ?1", [values[0]])
    try database.run("INSERT INTO clash VALUES(?1, ?2, ?3, ?4, ?5)", values)
  }

  /// Nil where no other row has the id.
  package func clash(_ id: AvatarID, number: Int) throws(LedgerFailure) -> Clash? {
    guard hasClashes else { return nil }
    let key: [Value] = [.blob(id.path.bytes), .integer(number)]
    let select = "SELECT number, source, line, path FROM clash WHERE id = ?1"
    guard
      let other = try database.first(
        "\(select) AND number <> ?2 ORDER BY number LIMIT 1", key, as: Self.position),
      let last = try database.first(
        "\(select) AND number >= ?2 ORDER BY number DESC LIMIT 1", key, as: Self.position)
    else { return nil }
    return Clash(other: other, last: last)
  }

  private static func position(_ row: Row) -> Position {
    Position(
      number: row.integer(0), source: row.integer(1), line: row.isNull(2) ? nil : row.integer(2),
      path: row.isNull(3) ? nil : BytePath(row.bytes(3)))
  }
}
