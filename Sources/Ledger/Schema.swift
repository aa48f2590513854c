internal import Model

/// The tables, and how they came to be.
enum Schema {
  /// Of the newest step below; kept in the file's `user_version`.
  static let version = steps.count

  /// Step n makes version n + 1 out of version n, 0 being an empty file.
  ///
  /// Steps are added, never changed.
  ///
  /// `queued` and `generation` are numbers of one sequence, so the one orders what the other tells apart.
  /// `claimed` is the generation that was claimed: a claim whose number is not there any more settles nothing.
  private static let steps = [
    """
    CREATE TABLE avatar(
      id BLOB NOT NULL PRIMARY KEY, state INTEGER NOT NULL, priority INTEGER NOT NULL, queued INTEGER NOT NULL,
      generation INTEGER NOT NULL, claimed INTEGER, attempts INTEGER NOT NULL DEFAULT 0,
      problem TEXT, failed_made TEXT, record BLOB);
    CREATE INDEX queue ON avatar(state, priority, queued);
    CREATE TABLE held(path BLOB NOT NULL PRIMARY KEY, id BLOB, reason TEXT NOT NULL, since INTEGER NOT NULL)
      WITHOUT ROWID;
    CREATE TABLE failure(path BLOB NOT NULL PRIMARY KEY, attempts INTEGER NOT NULL, problem TEXT NOT NULL)
      WITHOUT ROWID;
    CREATE TABLE note(key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE sequence(next INTEGER NOT NULL);
    INSERT INTO sequence VALUES(0);
    """,
    // When an id was queued, in seconds since 1970; 0 where that is not known.
    "ALTER TABLE avatar ADD COLUMN since INTEGER NOT NULL DEFAULT 0;",
    // Whether there are originals at all is asked often, and placeholders alone have none.
    "CREATE INDEX original ON avatar(state) WHERE \(PackedRecord.hasOriginal);",
  ]

  /// The version of a file; 0 where it is empty.
  static func found(in database: Database) throws(LedgerFailure) -> Int {
    try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
  }

  /// Takes the steps that the file lacks, all or none.
  static func migrate(_ database: Database, from found: Int) throws(LedgerFailure) {
    guard found < version else { return }
    try database.transaction { () throws(LedgerFailure) in
      for step in steps[found...] { try database.execute(step) }
      try database.execute("PRAGMA user_version = \(version)")
    }
  }
}
