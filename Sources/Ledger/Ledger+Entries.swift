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

  /// Gives the body each entry (whose id lies below a folder) in order of ids, until it returns false; memory does not
  /// grow with their number.
  ///
  /// The body may use any verb. What it changes behind the current id may be seen or not.
  package func forEach(
    below folder: BytePath = .here, _ body: (Entry) throws(LedgerFailure) -> Bool
  ) throws(LedgerFailure) {
    // An id below `a` comes behind `a/`, and before `a0`: `0` is the byte that follows the slash.
    var last = folder.bytes.isEmpty ? [] : folder.bytes + [BytePath.separator]
    // No text holds the byte 255.
    let end = folder.bytes.isEmpty ? [255] : folder.bytes + [BytePath.separator + 1]
    while true {
      let page = try entries(after: last, before: end, limit: 256)
      for entry in page where try !body(entry) { return }
      guard let latest = page.last else { return }
      last = latest.id.path.bytes
    }
  }

  private func entries(after first: [UInt8], before end: [UInt8], limit: Int) throws(LedgerFailure) -> [Entry]
  {
    try database.rows(
      "\(Self.select) WHERE id > ?1 AND id < ?2 ORDER BY id LIMIT ?3",
      [.blob(first), .blob(end), .integer(limit)], as: Self.entry)
  }

  private static let select =
    "SELECT id, state, priority, generation, attempts, record, problem, failed_made FROM avatar"

  private static func entry(_ row: Row) throws(LedgerFailure) -> Entry {
    Entry(
      id: try id(row, 0), state: try state(row, 1), priority: Priority(rawValue: row.integer(2)) ?? .backfill,
      generation: row.integer(3), attempts: row.integer(4), record: try record(row, 5), problem: row.text(6),
      failedMade: row.text(7))
  }

  private static func state(_ row: Row, _ column: Int32) throws(LedgerFailure) -> AvatarState {
    guard let state = AvatarState(rawValue: row.integer(column)) else {
      throw row.damaged("there is no state \(row.integer(column))")
    }
    return state
  }
}

/// Columns that hold more than SQLite knows of. What Tondo did not write counts as damage.
extension Ledger {
  static func id(_ row: Row, _ column: Int32) throws(LedgerFailure) -> AvatarID {
    guard let path = BytePath(row.bytes(column)), let id = AvatarID(path) else {
      throw row.damaged("a row's id is not one: \(escaped(row.bytes(column)))")
    }
    return id
  }

  private static func record(_ row: Row, _ column: Int32) throws(LedgerFailure) -> Record? {
    guard !row.isNull(column) else { return nil }
    guard let record = try? PackedRecord.record(from: row.bytes(column)) else {
      throw row.damaged("a record cannot be read")
    }
    return record
  }
}
