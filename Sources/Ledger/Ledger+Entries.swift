package import Model

/// What is known of ids.
extension Ledger {
  /// What is known of the id; nil where nothing is.
  package func entry(_ id: AvatarID) throws(LedgerFailure) -> Entry? {
    try database.first("\(Self.select) WHERE id = ?1", [.blob(id.path.bytes)], as: Self.entry)
  }

  /// How many ids stand where; states without any are left out.
  package func counts() throws(LedgerFailure) -> [AvatarState: Int] {
    let rows = try database.rows("SELECT state, count(*) FROM avatar GROUP BY state") {
      row throws(LedgerFailure) in
      (try Self.state(row, 0), row.integer(1))
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  /// Whether so many ids were published, without counting them all.
  package func hasRecords(atLeast count: Int) throws(LedgerFailure) -> Bool {
    let found = try database.first(
      "SELECT count(*) FROM (SELECT 1 FROM avatar WHERE record IS NOT NULL LIMIT ?1)", [.integer(count)]
    ) { $0.integer(0) }
    return found == count
  }

  /// Whether so many ids have an original, without counting them all.
  package func hasOriginals(atLeast count: Int) throws(LedgerFailure) -> Bool {
    let found = try database.first(
      "SELECT count(*) FROM (SELECT 1 FROM avatar WHERE \(PackedRecord.hasOriginal) LIMIT ?1)",
      [.integer(count)]
    ) { $0.integer(0) }
    return found == count
  }

  /// All ids in this state, in order of their bytes.
  package func entries(in state: AvatarState) throws(LedgerFailure) -> [Entry] {
    try database.rows(
      "\(Self.select) WHERE state = ?1 ORDER BY id", [.integer(state.rawValue)], as: Self.entry)
  }

  /// At most `limit` entries whose ids come after this one, in order of their bytes; nil begins at the first.
  package func entries(after id: AvatarID?, limit: Int) throws(LedgerFailure) -> [Entry] {
    try database.rows(
      "\(Self.select) WHERE id > ?1 ORDER BY id LIMIT ?2", [.blob(id?.path.bytes ?? []), .integer(limit)],
      as: Self.entry)
  }

  /// At most `limit` ids whose bytes begin so, in their order.
  package func ids(beginningWith start: [UInt8], atMost limit: Int) throws(LedgerFailure) -> [AvatarID] {
    var ids: [AvatarID] = []
    try database.each(
      "SELECT id FROM avatar WHERE id >= ?1 ORDER BY id LIMIT ?2", [.blob(start), .integer(limit)]
    ) {
      row throws(LedgerFailure) in
      guard row.bytes(0).starts(with: start) else { return false }
      ids.append(try Self.id(row, 0))
      return true
    }
    return ids
  }

  /// Published ids that are told from each other only by where one has `/` and the other `-`.
  package func twins() throws(LedgerFailure) -> [AvatarID] {
    try database.rows(
      """
      WITH flat AS (SELECT id, replace(CAST(id AS TEXT), '/', '-') AS name FROM avatar WHERE record IS NOT NULL)
      SELECT id FROM flat WHERE name IN (SELECT name FROM flat GROUP BY name HAVING count(*) > 1) ORDER BY id
      """
    ) { row throws(LedgerFailure) in try Self.id(row, 0) }
  }

  static let select =
    "SELECT id, state, priority, generation, attempts, record, problem, failed_made FROM avatar"

  static func entry(_ row: Row) throws(LedgerFailure) -> Entry {
    Entry(
      id: try id(row, 0), state: try state(row, 1), priority: Priority(rawValue: row.integer(2)) ?? .backfill,
      generation: row.integer(3), attempts: row.integer(4), record: try record(row, 5),
      problem: row.text(6).map { Explanation(stored: $0) },
      failedMade: row.text(7))
  }

  private static func state(_ row: Row, _ column: Int32) throws(LedgerFailure) -> AvatarState {
    guard let state = AvatarState(rawValue: row.integer(column)) else {
      throw row.damaged(Message("ledger.detail.state", ["state": row.integer(column)]))
    }
    return state
  }
}

/// Columns that hold more than SQLite knows of. What Tondo did not write counts as damage.
extension Ledger {
  static func id(_ row: Row, _ column: Int32) throws(LedgerFailure) -> AvatarID {
    guard let path = BytePath(row.bytes(column)), let id = AvatarID(path) else {
      throw row.damaged(Message("ledger.detail.id", ["id": escaped(row.bytes(column))]))
    }
    return id
  }

  private static func record(_ row: Row, _ column: Int32) throws(LedgerFailure) -> Record? {
    guard !row.isNull(column) else { return nil }
    guard let record = try? PackedRecord.record(from: row.bytes(column)) else {
      throw row.damaged(Message("ledger.detail.record"))
    }
    return record
  }
}
