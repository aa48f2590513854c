internal import Model
internal import Synchronization

/// The language of a log: the one that was asked for, else that of the settings.
final class Speech: Sendable {
  private let asked: Language?
  private let settings = Mutex(Language.english)

  init(_ asked: Language?) { self.asked = asked }

  var language: Language { asked ?? settings.withLock { $0 } }

  func follow(_ language: Language) { settings.withLock { $0 = language } }
}
