internal import Foundation
package import Model
internal import Supervision

/// Lines on standard error for people in a terminal; under systemd, entries of the journal.
package struct Log: Sendable {
  package enum Style: Sendable {
    /// `12:00:00 warning: ...`, perhaps in colour.
    case terminal(colour: Bool)
    /// Entries with fields; where the journal does not take one, a line `<4>...` on standard error, which leads there.
    case journal
    case silent
  }

  let style: Style
  /// The root's path, as entries of the journal name it.
  let root: [UInt8]
  /// Whether events of the level `debug` are told, too.
  let isVerbose: Bool

  private let speech: Speech

  /// The language is that of the settings, once they are known, where none is given.
  package init(style: Style, root: [UInt8] = [], language: Language? = nil, verbose: Bool = false) {
    self.style = style
    self.root = root
    isVerbose = verbose
    speech = Speech(language)
  }

  /// In which it is written.
  var language: Language { speech.language }

  /// Settings are in force from now on.
  func follow(_ settings: Settings) { speech.follow(settings.lang) }

  /// Whether standard error leads to the journal.
  package static var leadsToJournal: Bool { Journal.isStandardError }

  package func callAsFunction(_ event: Event) {
    guard tells(event) else { return }
    if case .journal = style, Journal.add(fields(event)) { return }
    guard let line = line(event) else { return }
    // Nobody reads the log any more: that is no reason to stop working.
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }

  private func tells(_ event: Event) -> Bool { isVerbose || event.level != .debug }

  func line(_ event: Event) -> String? {
    guard tells(event) else { return nil }
    return switch style {
    case .silent: nil
    // Newlines would make two entries of one.
    case .journal: "<\(event.level.rawValue)>" + oneLine(event.message)
    case .terminal(let colour): time() + " " + name(event.level, colour: colour) + oneLine(event.message)
    }
  }

  func fields(_ event: Event) -> [Journal.Field] {
    [
      ("MESSAGE", event.message.text(in: language)), ("MESSAGE_ID", event.kind.rawValue),
      ("PRIORITY", "\(event.level.rawValue)"),
      ("SYSLOG_IDENTIFIER", "tondo"), ("TONDO_ROOT", escaped(root)),
    ] + event.subjects
  }

  private func oneLine(_ message: Message) -> String {
    message.text(in: language).split(separator: "\n").joined(separator: " ")
  }

  private func name(_ level: Event.Level, colour: Bool) -> String {
    switch level {
    case .error: coloured("log.error", colour ? 31 : nil)
    case .warning: coloured("log.warning", colour ? 33 : nil)
    case .notice, .info, .debug: ""
    }
  }

  private func coloured(_ key: String, _ colour: Int?) -> String {
    let word = Message(key).text(in: language)
    return (colour.map { "\u{1B}[\($0)m\(word)\u{1B}[0m" } ?? word) + " "
  }

  private func time() -> String { String(Timestamp.now().seconds.suffix(9).prefix(8)) }
}
