/// Why the ledger cannot be used.
package enum LedgerFailure: Error, Hashable, Sendable {
  /// The file is no ledger, or a damaged one: move it aside and rebuild it from the folders.
  case damaged(path: String, String)
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
  package var english: Explanation {
    switch self {
    case .damaged(let path, let detail):
      Explanation(
        "the ledger \(path) is damaged: \(detail)",
        "Start tondo watch: it puts the ledger aside and builds a new one from the folders.")
    case .newer(let path, let found, let known):
      Explanation(
        "the ledger \(path) has version \(found); this tondo knows versions up to \(known)",
        "Install the newer tondo again, or move the ledger away: it is built anew from the folders.")
    case .missing(let path):
      Explanation("there is no ledger at \(path)", "Check the root, and start tondo watch there once.")
    case .node(let problem): problem.english
    case .refused(let code, let detail):
      Explanation(
        "the ledger refused a request: \(detail) (\(code))", "Please report this: it is a fault of tondo.")
    }
  }
}
