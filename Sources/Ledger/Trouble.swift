internal import CTondo.SQLite
internal import Glibc
internal import Model

/// Turns SQLite's result codes into what a caller can act on.
struct Trouble {
  /// The database file, for people.
  let path: String

  /// Must be called right after the call that failed: the message is the connection's last.
  func failure(_ code: Int32, _ connection: OpaquePointer?, doing: Deed) -> LedgerFailure {
    let message =
      connection.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
    if code == Self.link { return .damaged(path: path, Message("ledger.detail.link")) }
    switch code & 0xff {
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged(path: path, .verbatim(message))
    case SQLITE_FULL: return node(doing, ENOSPC)
    case SQLITE_READONLY: return node(doing, systemNumber(connection, else: EROFS))
    case SQLITE_IOERR, SQLITE_CANTOPEN: return node(doing, systemNumber(connection, else: EIO))
    case SQLITE_PERM, SQLITE_AUTH: return node(doing, EACCES)
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return node(doing, EBUSY)
    case SQLITE_NOMEM: return node(doing, ENOMEM)
    default: return .refused(code: code, message)
    }
  }

  /// SQLITE_CANTOPEN_SYMLINK, a macro that Swift does not import.
  private static let link = SQLITE_CANTOPEN | 6 << 8

  private func node(_ doing: Deed, _ number: Int32) -> LedgerFailure {
    .node(.system(doing: doing, path: path, number: number))
  }

  /// errno as SQLite noted it, where it did.
  private func systemNumber(_ connection: OpaquePointer?, else other: Int32) -> Int32 {
    guard let connection else { return other }
    let number = sqlite3_system_errno(connection)
    return number == 0 ? other : number
  }
}
