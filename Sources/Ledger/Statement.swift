internal import CTondo.SQLite
internal import Model

/// A value bound to a statement.
enum Value {
  case null
  case integer(Int)
  case text(String)
  case blob([UInt8])

  static func text(orNull text: String?) -> Value { text.map(Value.text) ?? .null }
  static func blob(orNull bytes: [UInt8]?) -> Value { bytes.map(Value.blob) ?? .null }
}

/// A prepared statement, finalized with its last reference.
///
/// Its database must outlive it.
final class Statement {
  private let raw: OpaquePointer

  /// The database file, for people.
  private let path: String

  init(_ raw: OpaquePointer, of path: String) {
    self.raw = raw
    self.path = path
  }

  deinit { sqlite3_finalize(raw) }

  /// Binds values to `?1`, `?2` and so on; returns SQLite's result code.
  func bind(_ values: [Value]) -> Int32 {
    for (index, value) in values.enumerated() {
      let bound = bind(value, to: Int32(index + 1))
      guard bound == SQLITE_OK else { return bound }
    }
    return SQLITE_OK
  }

  private func bind(_ value: Value, to index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(raw, index)
    case .integer(let number): return sqlite3_bind_int64(raw, index, Int64(number))
    case .blob(let bytes):
      return bytes.withUnsafeBytes { tondo_sqlite_bind_blob(raw, index, $0.baseAddress, UInt64($0.count)) }
    case .text(var text):
      return text.withUTF8 { tondo_sqlite_bind_text(raw, index, $0.baseAddress, UInt64($0.count)) }
    }
  }

  /// SQLITE_ROW, SQLITE_DONE, or what went wrong.
  func step() -> Int32 { sqlite3_step(raw) }

  /// Ends the run, so that no lock and no bound value is kept.
  func reset() {
    // Repeats the error that step has given already.
    _ = sqlite3_reset(raw)
    sqlite3_clear_bindings(raw)
  }

  var row: Row { Row(raw, of: path) }
}

/// The current row of a statement, by column number; valid until the next step.
struct Row {
  private let raw: OpaquePointer

  private let path: String

  fileprivate init(_ raw: OpaquePointer, of path: String) {
    self.raw = raw
    self.path = path
  }

  /// The failure for a row that holds what Tondo never wrote.
  func damaged(_ detail: Message) -> LedgerFailure { .damaged(path: path, detail) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(raw, column) == SQLITE_NULL }

  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(raw, column)) }

  func text(_ column: Int32) -> String? {
    isNull(column) ? nil : String(decoding: bytes(column), as: UTF8.self)
  }

  /// A blob's or a text's bytes; empty for NULL.
  func bytes(_ column: Int32) -> [UInt8] {
    // In this order: the call for the pointer may convert, which changes the length.
    guard let start = sqlite3_column_blob(raw, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(raw, column))))
  }
}
