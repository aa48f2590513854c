package import Model

/// What becomes known of ids without a claim.
extension Ledger {
  /// Takes over what the folders tell of an id: ready, without work.
  ///
  /// Returns whether it was taken.
  ///
  /// A record that is known already stays. An id that waits or failed without one gets the record, and stays so.
  @discardableResult
  package func adopt(_ id: AvatarID, _ record: Record) throws(LedgerFailure) -> Bool {
    defer { onChange(.id(id)) }
    return try database.run(
      """
      INSERT INTO avatar(id, state, priority, queued, generation, record) VALUES(?1, 0, ?3, ?4, ?4, ?2)
      ON CONFLICT(id) DO UPDATE SET record = excluded.record WHERE record IS NULL
      """,
      [
        .blob(id.path.bytes), .blob(PackedRecord.bytes(of: record)), .integer(Priority.backfill.rawValue),
        .integer(nextNumber()),
      ]) > 0
  }

  /// Replaces the record and nothing else, as when a signature changed but no content.
  ///
  /// Returns whether there was one.
  @discardableResult
  package func keep(_ id: AvatarID, _ record: Record) throws(LedgerFailure) -> Bool {
    defer { onChange(.id(id)) }
    return try database.run(
      "UPDATE avatar SET record = ?2 WHERE id = ?1 AND record IS NOT NULL",
      [.blob(id.path.bytes), .blob(PackedRecord.bytes(of: record))]) > 0
  }

  /// Sets an id aside that nobody works on: its edit can't be read, or its original is gone.
  ///
  /// One that is queued stays so, and one that is being processed is queued again: whoever works on it finds out.
  /// `failedMade` is the `made` digest that failed, where there is one.
  package func fail(_ id: AvatarID, problem: Explanation, failedMade: String? = nil) throws(LedgerFailure) {
    defer { onChange(.id(id)) }
    try database.run(
      """
      INSERT INTO avatar(id, state, priority, queued, generation, problem, failed_made)
      VALUES(?1, 3, ?4, ?5, ?5, ?2, ?3)
      ON CONFLICT(id) DO UPDATE SET
        problem = CASE WHEN state IN (0, 3) THEN excluded.problem END,
        failed_made = CASE WHEN state IN (0, 3) THEN excluded.failed_made ELSE failed_made END,
        generation = CASE state WHEN 2 THEN excluded.generation ELSE generation END,
        queued = CASE state WHEN 2 THEN excluded.queued ELSE queued END,
        state = CASE state WHEN 0 THEN 3 ELSE state END
      """,
      [
        .blob(id.path.bytes), .text(problem.stored), .text(orNull: failedMade),
        .integer(Priority.backfill.rawValue),
        .integer(nextNumber()),
      ])
  }

  /// Forgets why an id failed, and that it did: it is ready, or forgotten where nothing was ever published for it.
  package func clearProblem(_ id: AvatarID) throws(LedgerFailure) {
    defer { onChange(.id(id)) }
    try database.transaction { () throws(LedgerFailure) in
      let key = [Value.blob(id.path.bytes)]
      try database.run("DELETE FROM avatar WHERE id = ?1 AND state = 3 AND record IS NULL", key)
      try database.run(
        """
        UPDATE avatar SET problem = NULL, failed_made = NULL, attempts = CASE state WHEN 3 THEN 0 ELSE attempts END,
          state = CASE state WHEN 3 THEN 0 ELSE state END
        WHERE id = ?1
        """, key)
    }
  }

  /// Forgets the id; a claim on it settles nothing any more.
  ///
  /// Returns whether it was known.
  @discardableResult
  package func forget(_ id: AvatarID) throws(LedgerFailure) -> Bool {
    defer { onChange(.id(id)) }
    return try database.run("DELETE FROM avatar WHERE id = ?1", [.blob(id.path.bytes)]) > 0
  }

  /// Leaves no byte of what was forgotten in the ledger's files; while somebody reads, that comes later by itself.
  package func erase() throws(LedgerFailure) {
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
