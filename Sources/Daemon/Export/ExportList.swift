internal import Ledger
internal import Model

/// The ids that go out, a batch at a time: those that were asked for, else all in order.
struct ExportList {
  private let ledger: Ledger
  private var asked: ArraySlice<AvatarID>?
  private var last: AvatarID?

  enum Item: Sendable {
    case known(Entry)
    case unknown(AvatarID)

    var id: AvatarID {
      switch self {
      case .known(let entry): entry.id
      case .unknown(let id): id
      }
    }
  }

  init(_ ledger: Ledger, _ asked: [AvatarID]) {
    self.ledger = ledger
    self.asked = asked.isEmpty ? nil : asked[...]
  }

  /// Nil at the end.
  mutating func next(atMost count: Int) throws(CommandProblem) -> [Item]? {
    do throws(LedgerFailure) {
      let batch = try asked == nil ? following(count) : asked(count)
      return batch.isEmpty ? nil : batch
    } catch { throw CommandProblem(error) }
  }

  private mutating func following(_ count: Int) throws(LedgerFailure) -> [Item] {
    let entries = try ledger.entries(after: last, limit: count)
    last = entries.last?.id
    return entries.map { .known($0) }
  }

  private mutating func asked(_ count: Int) throws(LedgerFailure) -> [Item] {
    guard let batch = asked?.prefix(count) else { return [] }
    asked = asked?.dropFirst(count)
    var items: [Item] = []
    for id in batch { items.append(try ledger.entry(id).map { .known($0) } ?? .unknown(id)) }
    return items
  }
}
