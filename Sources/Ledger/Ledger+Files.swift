package import Model

/// What is known of files that are no originals yet, and of the root itself.
extension Ledger {
  /// Notes that a file waits, and why.
  ///
  /// One that waits already gets the new reason and keeps its time. The path is below the root; `id` is what the
  /// file will belong to, where that is known; `since` is in seconds since 1970.
  package func hold(_ path: BytePath, id: AvatarID?, reason: Explanation, since: Int) throws(LedgerFailure) {
    defer { onChange(.file(path)) }
    try database.run(
      """
      INSERT INTO held(path, id, reason, since) VALUES(?1, ?2, ?3, ?4)
      ON CONFLICT(path) DO UPDATE SET id = excluded.id, reason = excluded.reason
      """, [.blob(path.bytes), .blob(orNull: id?.path.bytes), .text(reason.stored), .integer(since)])
  }

  /// The file waits no more.
  package func release(_ path: BytePath) throws(LedgerFailure) {
    defer { onChange(.file(path)) }
    try database.run("DELETE FROM held WHERE path = ?1", [.blob(path.bytes)])
  }

  /// No file waits: for a daemon that starts and will find those that do.
  package func releaseAll() throws(LedgerFailure) { try database.run("DELETE FROM held") }

  /// All files that wait, in order of their paths.
  package func held() throws(LedgerFailure) -> [Held] {
    try database.rows("SELECT path, id, reason, since FROM held ORDER BY path") { row throws(LedgerFailure) in
      Held(
        path: try Self.path(row, 0), id: row.isNull(1) ? nil : try Self.id(row, 1),
        reason: Explanation(stored: row.text(2) ?? ""),
        since: row.integer(3))
    }
  }

  /// How many jobs wait whose ids are known.
  package func jobsHeldForKnown() throws(LedgerFailure) -> Int {
    try database.first(
      "SELECT count(*) FROM held WHERE substr(path, -length(?1)) = ?1 AND id IN (SELECT id FROM avatar)",
      [.blob(Document.jobSuffix)]
    ) { $0.integer(0) } ?? 0
  }

  /// Notes a file in `failed/`, or what is new about it.
  package func recordFailure(_ path: BytePath, attempts: Int, problem: Explanation) throws(LedgerFailure) {
    defer { onChange(.file(path)) }
    try database.run(
      "INSERT OR REPLACE INTO failure(path, attempts, problem) VALUES(?1, ?2, ?3)",
      [.blob(path.bytes), .integer(attempts), .text(problem.stored)])
  }

  /// The file is not in `failed/` any more.
  package func dropFailure(_ path: BytePath) throws(LedgerFailure) {
    defer { onChange(.file(path)) }
    try database.run("DELETE FROM failure WHERE path = ?1", [.blob(path.bytes)])
  }

  /// All files in `failed/`, in order of their paths.
  package func failures() throws(LedgerFailure) -> [FailedFile] {
    try database.rows("SELECT path, attempts, problem FROM failure ORDER BY path") {
      row throws(LedgerFailure) in
      FailedFile(
        path: try Self.path(row, 0), attempts: row.integer(1), problem: Explanation(stored: row.text(2) ?? "")
      )
    }
  }

  /// What is known of a file in `failed/`; nil where nothing is.
  package func failure(_ path: BytePath) throws(LedgerFailure) -> FailedFile? {
    try database.first("SELECT attempts, problem FROM failure WHERE path = ?1", [.blob(path.bytes)]) { row in
      FailedFile(path: path, attempts: row.integer(0), problem: Explanation(stored: row.text(1) ?? ""))
    }
  }

  /// Why a file waits; nil where it does not.
  package func reason(_ path: BytePath) throws(LedgerFailure) -> Explanation? {
    try database.first("SELECT reason FROM held WHERE path = ?1", [.blob(path.bytes)]) { row in
      Explanation(stored: row.text(0) ?? "")
    }
  }

  /// Remembers a word about the root, such as a digest of the settings in force; nil forgets it.
  package func note(_ key: String, _ value: String?) throws(LedgerFailure) {
    guard let value else {
      try database.run("DELETE FROM note WHERE key = ?1", [.text(key)])
      return
    }
    try database.run("INSERT OR REPLACE INTO note(key, value) VALUES(?1, ?2)", [.text(key), .text(value)])
  }

  /// All that was noted.
  package func notes() throws(LedgerFailure) -> [String: String] {
    let rows = try database.rows("SELECT key, value FROM note") { ($0.text(0) ?? "", $0.text(1) ?? "") }
    return Dictionary(rows) { _, last in last }
  }

  private static func path(_ row: Row, _ column: Int32) throws(LedgerFailure) -> BytePath {
    guard let path = BytePath(row.bytes(column)) else {
      throw row.damaged(Message("ledger.detail.path", ["path": escaped(row.bytes(column))]))
    }
    return path
  }
}
