internal import CTondo.SQLite
internal import Model

/// A connection to an SQLite file, with its prepared statements.
///
/// For one thread at a time.
final class Database {
  private let raw: OpaquePointer
  private let trouble: Trouble
  private var statements: [String: Statement] = [:]

  /// Opens the file, never by way of a link; with `writing` it is made where there is none.
  init(_ path: [UInt8], writing: Bool) throws(LedgerFailure) {
    trouble = Trouble(path: escaped(path))
    let flags = writing ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
    var opened: OpaquePointer?
    // One thread at a time: SQLite need not lock for itself. NUL ends the name.
    let code = sqlite3_open_v2(
      (path + [0]).map(CChar.init(bitPattern:)), &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW,
      nil)
    guard code == SQLITE_OK, let connection = opened else {
      defer { sqlite3_close_v2(opened) }
      throw trouble.failure(sqlite3_extended_errcode(opened), opened, doing: .openLedger)
    }
    raw = connection
    sqlite3_extended_result_codes(raw, 1)
    sqlite3_busy_timeout(raw, 5_000)
    _ = tondo_sqlite_be_defensive(raw)
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(raw)
  }

  /// Runs SQL that gives no rows and takes no values; several statements are allowed.
  func execute(_ sql: String) throws(LedgerFailure) {
    let code = sqlite3_exec(raw, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code, doing: .writeLedger) }
  }

  /// Runs one statement and returns how many rows it changed.
  @discardableResult
  func run(_ sql: String, _ values: [Value] = []) throws(LedgerFailure) -> Int {
    try each(sql, values, doing: .writeLedger) { _ in true }
    return Int(sqlite3_changes(raw))
  }

  /// The first row, converted; nil where there is none.
  ///
  /// The statement runs to its end, so it may also write.
  func first<Result>(_ sql: String, _ values: [Value] = [], as convert: (Row) throws(LedgerFailure) -> Result)
    throws(LedgerFailure) -> Result?
  {
    var result: Result?
    try each(sql, values, doing: .useLedger) { row throws(LedgerFailure) in
      if result == nil { result = try convert(row) }
      return true
    }
    return result
  }

  /// All rows, converted.
  func rows<Result>(_ sql: String, _ values: [Value] = [], as convert: (Row) throws(LedgerFailure) -> Result)
    throws(LedgerFailure) -> [Result]
  {
    var result: [Result] = []
    try each(sql, values) { row throws(LedgerFailure) in
      result.append(try convert(row))
      return true
    }
    return result
  }

  /// Gives the rows to the body, until it returns false.
  func each(
    _ sql: String, _ values: [Value] = [], doing: Deed = .readLedger,
    _ body: (Row) throws(LedgerFailure) -> Bool
  ) throws(LedgerFailure) {
    let statement = try prepared(sql)
    defer { statement.reset() }
    var code = statement.bind(values)
    guard code == SQLITE_OK else { throw failure(code, doing: doing) }
    code = statement.step()
    while code == SQLITE_ROW {
      if try !body(statement.row) { return }
      code = statement.step()
    }
    guard code == SQLITE_DONE else { throw failure(code, doing: doing) }
  }

  /// Prepared once for each text.
  private func prepared(_ sql: String) throws(LedgerFailure) -> Statement {
    if let known = statements[sql] { return known }
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(raw, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw failure(code, doing: .readLedger) }
    let statement = Statement(prepared, of: trouble.path)
    statements[sql] = statement
    return statement
  }

  /// Whether a transaction has been begun and neither ended nor been rolled back by SQLite itself.
  var isInTransaction: Bool { sqlite3_get_autocommit(raw) == 0 }

  private func failure(_ code: Int32, doing: Deed) -> LedgerFailure {
    trouble.failure(code, raw, doing: doing)
  }
}
