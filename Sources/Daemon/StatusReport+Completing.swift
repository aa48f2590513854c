internal import Files
internal import Ledger
package import Model

extension StatusReport {
  /// The ids that begin with a text, for a shell to offer; none where there are too many to choose from.
  package static func ids(_ path: [UInt8], beginningWith text: String) throws(CommandProblem) -> [String] {
    let root = try Site.open(path)
    do throws(LedgerFailure) {
      let ledger = try Ledger.openReadOnly(root.withoutLinks(Places.ledger))
      let ids = try ledger.ids(beginningWith: Array(text.utf8), atMost: most + 1)
      return ids.count > most ? [] : ids.map(\.text)
    } catch {
      if case .missing = error { return [] }
      throw CommandProblem(error)
    }
  }

  private static let most = 500
}
