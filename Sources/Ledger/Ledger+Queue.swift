package import Model

/// Work waiting for a worker.
extension Ledger {
  /// Queues the id: it is to be looked at again, whatever was going on with it.
  ///
  /// An id that is being processed stays so, and is queued once its claim is settled. Attempts and problem are
  /// forgotten; of two priorities the more urgent one holds, and an id that waits already keeps its turn.
  package func put(_ id: AvatarID, _ priority: Priority) throws(LedgerFailure) {
    defer { onChange(.id(id)) }
    try database.run(
      """
      INSERT INTO avatar(id, state, priority, queued, generation, since)
      VALUES(?1, 1, ?2, ?3, ?3, CAST(strftime('%s', 'now') AS INTEGER))
      ON CONFLICT(id) DO UPDATE SET
        since = CASE WHEN state IN (1, 2) THEN since ELSE excluded.since END,
        generation = excluded.generation, attempts = 0, problem = NULL,
        priority = CASE WHEN state IN (1, 2) THEN min(priority, excluded.priority) ELSE excluded.priority END,
        queued = CASE state WHEN 1 THEN queued ELSE excluded.queued END,
        state = CASE state WHEN 2 THEN 2 ELSE 1 END
      """, [.blob(id.path.bytes), .integer(priority.rawValue), .integer(nextNumber())])
  }

  /// Takes the most urgent id, of those the one that has waited longest; nil where nothing waits.
  package func claim() throws(LedgerFailure) -> Claim? {
    let claim = try database.first(
      """
      UPDATE avatar SET state = 2, claimed = generation
      WHERE rowid = (SELECT rowid FROM avatar WHERE state = 1 ORDER BY priority, queued LIMIT 1)
      RETURNING id, generation, attempts, priority
      """
    ) { row throws(LedgerFailure) in
      Claim(
        id: try Self.id(row, 0), generation: row.integer(1), attempts: row.integer(2),
        priority: Priority(rawValue: row.integer(3)) ?? .backfill)
    }
    if let claim { onChange(.id(claim.id)) }
    return claim
  }

  /// When that was queued which waits the longest, or is being processed; in seconds since 1970, nil where nothing is.
  package func oldestWork() throws(LedgerFailure) -> Int? {
    try database.first("SELECT min(since) FROM avatar WHERE state IN (1, 2) AND since > 0") {
      $0.isNull(0) ? nil : $0.integer(0)
    } ?? nil
  }

  /// Counts one try on a worker, before it is made: one that ends the daemon is counted too.
  ///
  /// Returns its number.
  @discardableResult
  package func attempt(_ claim: Claim) throws(LedgerFailure) -> Int {
    try database.first(
      "UPDATE avatar SET attempts = attempts + 1 WHERE \(Self.holds) RETURNING attempts", Self.key(claim)
    ) { $0.integer(0) } ?? claim.attempts + 1
  }

  /// Queues what was being processed when the last daemon ended; returns how many.
  ///
  /// Their attempts stay counted.
  @discardableResult
  package func recover() throws(LedgerFailure) -> Int {
    try database.run(
      """
      UPDATE avatar SET state = 1, attempts = CASE WHEN generation = claimed THEN attempts ELSE 0 END, claimed = NULL
      WHERE state = 2
      """)
  }

  /// True for the row of a claim that still holds; `?1` is its id, `?2` its generation.
  static let holds = "id = ?1 AND state = 2 AND claimed = ?2"

  static func key(_ claim: Claim) -> [Value] { [.blob(claim.id.path.bytes), .integer(claim.generation)] }
}
