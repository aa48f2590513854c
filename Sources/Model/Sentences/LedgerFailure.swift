/// Why the ledger cannot be used.
package enum LedgerFailure: Error, Hashable, Sendable {
  /// The file is no ledger, or a damaged one: move it aside and rebuild it from the folders.
  case damaged(path: String, Message)
  /// A later version of Tondo wrote it.
  case newer(path: String, found: Int, known: Int)
  /// There is none: no daemon has run here yet.
  case missing(path: String)
  /// The machine's trouble: a full disk, a read-only file system, no permission, another process that holds it.
  case node(NodeProblem)
  /// SQLite refused what it was asked: a mistake of Tondo's own; `code` is SQLite's extended result code.
  case refused(code: Int32, String)
}

extension LedgerFailure: Explained {
  package var explanation: Explanation {
    switch self {
    case .damaged(let path, let detail): Explanation("ledger.damaged", ["path": path, "detail": detail])
    case .newer(let path, let found, let known):
      Explanation("ledger.newer", ["path": path, "found": found, "known": known])
    case .missing(let path): Explanation("ledger.missing", ["path": path])
    case .node(let problem): problem.explanation
    case .refused(let code, let detail): Explanation("ledger.refused", ["code": code, "detail": detail])
    }
  }
}
