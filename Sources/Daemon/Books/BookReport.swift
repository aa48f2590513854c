internal import Files
internal import Model
internal import Synchronization

/// What becomes of the entries of a book, written down while they come to their ends.
final class BookReport: Sendable {
  let draft: Draft
  private let language: Language
  private let state = Mutex(State())

  private struct State {
    var bad: [Int: Explanation] = [:]
    var failure: FileFailure?
  }

  /// Entries that become documents of their own; the report tells of any others.
  static let mostBad = 1000

  init(_ draft: Draft, in language: Language) {
    self.draft = draft
    self.language = language
  }

  func note(_ outcome: RowOutcome) {
    state.withLock { state in
      if state.failure != nil { return }
      do throws(FileFailure) { try draft.add(Array((outcome.json(in: language).line + "\n").utf8)) } catch {
        state.failure = error
      }
      // A photo that failed lies there itself.
      guard outcome.kind == .failed, !outcome.isSetAside, state.bad.count < Self.mostBad else { return }
      if let line = outcome.line, let why = outcome.why { state.bad[line] = why }
    }
  }

  /// What is wrong with entries, by their first lines.
  ///
  /// Throws what kept the report from being written.
  func bad() throws(FileFailure) -> [Int: Explanation] {
    let state = state.withLock { ($0.bad, $0.failure) }
    if let failure = state.1 { throw failure }
    return state.0
  }
}
