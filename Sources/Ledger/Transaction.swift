internal import Model

extension Database {
  /// Runs the body; what it wrote is kept whole, or not at all where it throws.
  ///
  /// Within another one it is part of that.
  func transaction<Result>(_ body: () throws(LedgerFailure) -> Result) throws(LedgerFailure) -> Result {
    if isInTransaction { return try body() }
    // Immediate: a transaction that reads first and writes later could find another writer in between.
    try execute("BEGIN IMMEDIATE")
    do throws(LedgerFailure) {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // SQLite rolls back by itself on a full disk and the like; the first error is the one to tell.
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }
}
