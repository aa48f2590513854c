internal import Model
internal import Supervision
internal import Synchronization

/// Asks the service manager for more time while a start gets on: then nobody shall lose patience.
final class MoreTime: Sendable {
  /// How much more, from each time on.
  private static let extent = Duration.seconds(60)

  private let manager: ServiceManager
  private let language: Language
  private let seen = Mutex(0)

  init(_ manager: ServiceManager, in language: Language) {
    self.manager = manager
    self.language = language
  }

  /// So many files or folders were seen by now.
  func ask(seen count: Int) {
    let before = seen.withLock { seen in
      defer { seen = count }
      return seen
    }
    guard count != before else { return }
    manager.tell(.moreTime(Self.extent), .status(Standing.starting(seen: count).message.text(in: language)))
  }
}
