package import Model

/// What people who look through all ids are shown, a page at a time.
extension Ledger {
  package struct Search: Sendable {
    /// In order of their ids' bytes.
    package var entries: [Entry] = []
    /// The last id that was looked at, where there are more; nil at the end.
    package var reached: [UInt8]?

    package init() {}
  }

  /// How many ids one search looks at: one that finds little must not take long.
  private static let mostLooks = 100_000
  /// From so many of one state on, ids are better looked through in their order than sorted.
  private static let many = 10_000

  /// At most `limit` entries behind an id that are in this state and whose ids please; nil: in any.
  package func search(
    after id: [UInt8], state: AvatarState?, limit: Int, _ pleases: ([UInt8]) -> Bool
  ) throws(LedgerFailure) -> Search {
    var search = Search()
    var looks = 0
    try database.each(try sql(state), [.blob(id), .integer(state?.rawValue ?? 0)]) {
      row throws(LedgerFailure) in
      let id = row.bytes(0)
      looks += 1
      if pleases(id) { search.entries.append(try Self.entry(row)) }
      guard search.entries.count < limit, looks < Self.mostLooks else {
        search.reached = id
        return false
      }
      return true
    }
    return search
  }

  private func sql(_ state: AvatarState?) throws(LedgerFailure) -> String {
    guard let state else { return "\(Self.select) WHERE id > ?1 AND ?2 IS NOT NULL ORDER BY id" }
    let few = try database.first(
      "SELECT count(*) FROM (SELECT 1 FROM avatar WHERE state = ?1 LIMIT ?2)",
      [.integer(state.rawValue), .integer(Self.many)]
    ) { $0.integer(0) < Self.many }
    // A plus keeps SQLite from its index of states.
    return "\(Self.select) WHERE id > ?1 AND \(few == true ? "" : "+")state = ?2 ORDER BY id"
  }
}
