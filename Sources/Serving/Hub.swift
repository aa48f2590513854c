package import Model
internal import Synchronization

/// Tells all who listen what has changed.
///
/// Nobody has to be waited for: who does not keep up is let go, and begins anew.
package final class Hub: Sendable {
  /// What there is to tell.
  package enum News: Sendable {
    case changed(Card)
    case gone(AvatarID?, file: BytePath?)
    case counts(Standing.Counts)
    /// What was told so far does not lead to what is: everything is to be asked for again.
    case hello
  }

  private let state = Mutex(State())

  private struct State {
    var listeners: [ObjectIdentifier: Listener] = [:]
    var number = 0
  }

  package init() {}

  package var isEmpty: Bool { state.withLock { $0.listeners.isEmpty } }

  package func tell(_ news: [News]) {
    let (first, listeners) = state.withLock { state in
      defer { state.number += news.count }
      return (state.number + 1, Array(state.listeners.values))
    }
    for (language, listeners) in Dictionary(grouping: listeners, by: \.language) {
      let text = news.enumerated().map { $1.text(first + $0, in: language) }.joined()
      for listener in listeners where !listener.hear(Array(text.utf8)) { leave(listener) }
    }
  }

  /// Shows clients that they are still connected, and finds out which are not.
  func breathe() {
    for listener in state.withLock({ Array($0.listeners.values) }) where !listener.hear(Array(":\n\n".utf8)) {
      leave(listener)
    }
  }

  func join(_ language: Language) -> Listener {
    let listener = Listener(self, in: language)
    let number = state.withLock { state in
      state.listeners[ObjectIdentifier(listener)] = listener
      state.number += 1
      return state.number
    }
    // Browsers ask again so soon after they were cut off, in milliseconds.
    _ = listener.hear(Array(("retry: 2000\n" + News.hello.text(number, in: language)).utf8))
    return listener
  }

  func leave(_ listener: Listener) {
    state.withLock { $0.listeners[ObjectIdentifier(listener)] = nil }
    listener.stop()
  }

  /// Lets all go.
  func close() {
    for listener in state.withLock({ Array($0.listeners.values) }) { leave(listener) }
  }
}

extension Hub.News {
  fileprivate func text(_ number: Int, in language: Language) -> String {
    "id: \(number)\nevent: \(name)\ndata: \(data(in: language).line)\n\n"
  }

  private var name: String {
    switch self {
    case .changed: "avatar"
    case .gone: "gone"
    case .counts: "counts"
    case .hello: "hello"
    }
  }

  private func data(in language: Language) -> JSONValue {
    switch self {
    case .changed(let card): card.json(in: language)
    case .gone(let id, let file):
      ["id": JSONValue(orNull: id?.text), "file": JSONValue(orNull: file.flatMap(\.text))]
    case .counts(let counts): counts.json
    case .hello: [:]
    }
  }
}
