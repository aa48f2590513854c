internal import Files
internal import Ledger
internal import Model

/// A root's ledger, read beside its writer, who may begin another one at any time.
///
/// For one thread.
final class LedgerView {
  private let root: Root
  private var opened: (ledger: Ledger, inode: UInt64)?

  init(_ root: Root) { self.root = root }

  /// Nil where there is none now: it is being rebuilt.
  func now() throws -> Ledger? {
    guard let inode = try root.signature(Places.ledger)?.inode else { return nil }
    if let opened, opened.inode == inode { return opened.ledger }
    opened = nil
    do throws(LedgerFailure) {
      let ledger = try Ledger.openReadOnly(root.withoutLinks(Places.ledger))
      opened = (ledger, inode)
      return ledger
    } catch {
      if case .missing = error { return nil }
      throw error
    }
  }
}
