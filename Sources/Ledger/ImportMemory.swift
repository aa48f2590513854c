internal import CTondo.SQLite
package import Model

/// What was imported last, id by id, so that the same import again neither costs anything nor undoes what a person has
/// changed since.
///
/// Beside the ledger and as easily lost: without it, an import is compared with the manifests. For one thread at a time;
/// several processes may have it open.
package final class ImportMemory {
  package struct Known: Hashable, Sendable {
    /// Of the photo; nil where only attributes were imported.
    package var sha256: String?
    /// What tells one placing from another.
    package var placing: String
    /// The file that the photo was read from; `.none` for one that was no file.
    package var source: FileSignature

    package init(sha256: String?, placing: String, source: FileSignature) {
      self.sha256 = sha256
      self.placing = placing
      self.source = source
    }
  }

  private let database: Database

  private init(_ database: Database) { self.database = database }

  /// Opens it to look things up; nil where there is none of this version.
  package static func openReadOnly(_ path: [UInt8]) throws(LedgerFailure) -> ImportMemory? {
    let memory = ImportMemory(try Database(path, writing: false))
    return try memory.isOfThisVersion() ? memory : nil
  }

  /// Opens it; makes it where there is none.
  package static func open(_ path: [UInt8]) throws(LedgerFailure) -> ImportMemory {
    let memory = ImportMemory(try Database(path, writing: true))
    try memory.prepare()
    return memory
  }

  private func isOfThisVersion() throws(LedgerFailure) -> Bool {
    try database.first("PRAGMA user_version") { $0.integer(0) } == Self.version
  }

  private func prepare() throws(LedgerFailure) {
    // What a power cut takes is only work that is done once more.
    try database.execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 4194304;
      PRAGMA secure_delete = ON;
      """)
    if try isOfThisVersion() { return }
    try database.transaction { () throws(LedgerFailure) in
      try database.execute(
        "DROP TABLE IF EXISTS imported; \(Self.table); PRAGMA user_version = \(Self.version)")
    }
  }

  private static let version = 1
  private static let table = """
    CREATE TABLE imported(id BLOB NOT NULL PRIMARY KEY, sha256 TEXT, placing TEXT NOT NULL, inode INTEGER NOT NULL,
      size INTEGER NOT NULL, modified INTEGER NOT NULL, changed INTEGER NOT NULL) WITHOUT ROWID
    """

  /// Nil where the id was never imported.
  package func recall(_ id: AvatarID) throws(LedgerFailure) -> Known? {
    try database.first(
      "SELECT sha256, placing, inode, size, modified, changed FROM imported WHERE id = ?1",
      [.blob(id.path.bytes)]
    ) { row in
      Known(
        sha256: row.text(0), placing: row.text(1) ?? "",
        source: FileSignature(
          inode: UInt64(bitPattern: Int64(row.integer(2))), size: row.integer(3),
          modified: Int64(row.integer(4)), changed: Int64(row.integer(5))))
    }
  }

  /// Forgets an id, and leaves no byte of it in the files; while somebody else has them open, that comes later by itself.
  package func forget(_ id: AvatarID) throws(LedgerFailure) {
    try database.run("DELETE FROM imported WHERE id = ?1", [.blob(id.path.bytes)])
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  package func note(_ id: AvatarID, _ known: Known) throws(LedgerFailure) {
    let source = known.source
    try database.run(
      "INSERT OR REPLACE INTO imported VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
      [
        .blob(id.path.bytes), .text(orNull: known.sha256), .text(known.placing),
        .integer(Int(Int64(bitPattern: source.inode))), .integer(source.size), .integer(Int(source.modified)),
        .integer(Int(source.changed)),
      ])
  }
}
