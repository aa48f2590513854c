package import Model

/// The ends of a claim. Each makes the id ready, failed or queued; where it was put again meanwhile, it is queued.
extension Ledger {
  /// Stores what was published, and clears attempts and problem.
  @discardableResult
  package func publish(_ claim: Claim, _ record: Record) throws(LedgerFailure) -> Settlement {
    try settle(claim, .ready, "\(Self.clear), record = ?3", [.blob(PackedRecord.bytes(of: record))])
  }

  /// Nothing had to be done: the id is ready, or forgotten where nothing was ever published for it.
  @discardableResult
  package func finish(_ claim: Claim) throws(LedgerFailure) -> Settlement {
    defer { onChange(.id(claim.id)) }
    let removed = try database.run(
      "DELETE FROM avatar WHERE \(Self.holds) AND generation = claimed AND record IS NULL", Self.key(claim))
    return removed > 0 ? .settled : try settle(claim, .ready, Self.clear)
  }

  /// Gives the id back to the queue in its old place; tries counted under this claim don't count.
  @discardableResult
  package func handBack(_ claim: Claim) throws(LedgerFailure) -> Settlement {
    try settle(claim, .queued, "attempts = \(Self.ifNewest("?3", else: "0"))", [.integer(claim.attempts)])
  }

  /// Sets the id aside with its reason; what was published stays known.
  ///
  /// `failedMade` is the `made` digest that failed, where there is one.
  @discardableResult
  package func setAside(_ claim: Claim, problem: Explanation, failedMade: String?) throws(LedgerFailure)
    -> Settlement
  {
    try settle(
      claim, .failed,
      """
      attempts = \(Self.ifNewest("attempts", else: "0")), problem = \(Self.ifNewest("?3", else: "NULL")),
      failed_made = \(Self.ifNewest("?4", else: "failed_made"))
      """, [.text(problem.stored), .text(orNull: failedMade)])
  }

  private static let clear = "attempts = 0, problem = NULL, failed_made = NULL"

  /// `values` are `?3` and up of `changes`.
  private func settle(_ claim: Claim, _ state: AvatarState, _ changes: String, _ values: [Value] = [])
    throws(LedgerFailure) -> Settlement
  {
    defer { onChange(.id(claim.id)) }
    let isNewest = try database.first(
      """
      UPDATE avatar SET \(changes), claimed = NULL, state = \(Self.ifNewest("\(state.rawValue)", else: "1"))
      WHERE \(Self.holds) RETURNING generation = ?2
      """, Self.key(claim) + values
    ) { $0.integer(0) == 1 }
    return isNewest.map { $0 ? .settled : .queuedAgain } ?? .void
  }

  /// SQL that tells a claim of the newest generation from one that was overtaken by a `put`.
  private static func ifNewest(_ value: String, else other: String) -> String {
    "CASE WHEN generation = claimed THEN \(value) ELSE \(other) END"
  }
}
