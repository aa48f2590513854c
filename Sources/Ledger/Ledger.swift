internal import Glibc
package import Model

/// The daemon's memory: what was done for each id, and what is still to do.
///
/// One row per id.
///
/// It holds no truth of its own: without it, folders and manifests tell the same. All calls block; it belongs to one
/// actor or thread. Each verb is one transaction. Any verb may throw `damaged`; then the owner lets go of the ledger,
/// moves its file aside and rebuilds another from the folders.
package final class Ledger {
  let database: Database
  /// Is told what was changed: an id, or a file that waits or has failed.
  package var onChange: @Sendable (Change) -> Void = { _ in }
  /// The next number of the sequence; nil where nothing may be written.
  private var sequence: Int?

  package enum Change: Hashable, Sendable {
    case id(AvatarID)
    /// Below the root.
    case file(BytePath)
  }

  private init(_ database: Database, sequence: Int?) {
    self.database = database
    self.sequence = sequence
  }

  /// Opens the ledger at this path for its one writer; makes it where there is none, and updates an older one.
  ///
  /// Throws `newer` for one that a later version wrote, and `damaged` where the file is no ledger.
  package static func open(_ path: [UInt8]) throws(LedgerFailure) -> Ledger {
    let database = try Database(path, writing: true)
    // NORMAL: after a power cut the last few transactions may be gone, but never a part of one.
    try database.execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = OFF;
      PRAGMA journal_size_limit = 67108864; PRAGMA secure_delete = ON;
      """)
    let found = try checkedVersion(of: database, path)
    try Schema.migrate(database, from: found)
    return Ledger(database, sequence: try reserve(database))
  }

  /// Opens the ledger at this path to read while another process writes.
  ///
  /// Every verb that writes throws.
  ///
  /// Throws `missing` where there is none. The folder must be writable, or a daemon must have the ledger open: SQLite
  /// needs its `-shm` file beside it.
  package static func openReadOnly(_ path: [UInt8]) throws(LedgerFailure) -> Ledger {
    guard access((path + [0]).map(CChar.init(bitPattern:)), F_OK) == 0 || errno != ENOENT else {
      throw .missing(path: escaped(path))
    }
    let database = try Database(path, writing: false)
    let found = try checkedVersion(of: database, path)
    guard found == Schema.version else { throw .missing(path: escaped(path)) }
    return Ledger(database, sequence: nil)
  }

  private static func checkedVersion(of database: Database, _ path: [UInt8]) throws(LedgerFailure) -> Int {
    let found = try Schema.found(in: database)
    guard found <= Schema.version else {
      throw .newer(path: escaped(path), found: found, known: Schema.version)
    }
    return found
  }

  /// Each opening gets a range of numbers of its own, so that none is given twice although only the range is stored.
  private static func reserve(_ database: Database) throws(LedgerFailure) -> Int {
    try database.first("UPDATE sequence SET next = next + (1 << 36) RETURNING next - (1 << 36)") {
      $0.integer(0)
    } ?? 0
  }

  /// A number that was never given before; later ones are larger.
  func nextNumber() -> Int {
    defer { sequence = sequence.map { $0 + 1 } }
    return sequence ?? 0
  }

  /// Begins to write, and gives it up: where this returns, the writer is not stuck, and nothing was written.
  package func prove() throws(LedgerFailure) { try database.execute("BEGIN IMMEDIATE; ROLLBACK") }

  /// Runs several verbs as one transaction: all of them are kept, or none where the body throws.
  ///
  /// An error of a verb must leave the body: after some, SQLite has undone what went before.
  package func transaction<Result>(_ body: () throws(LedgerFailure) -> Result) throws(LedgerFailure) -> Result
  {
    try database.transaction(body)
  }
}
