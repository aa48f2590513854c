internal import Foundation
package import Model

/// Lines on standard error: for people in a terminal, with the journal's priority prefixes under systemd.
package struct Log: Sendable {
  package enum Style: Sendable {
    /// `12:00:00 warning: ...`, perhaps in colour.
    case terminal(colour: Bool)
    /// `<4>...`
    case journal
    case silent
  }

  let style: Style

  package init(style: Style) { self.style = style }

  package func callAsFunction(_ event: Event) {
    guard let line = line(event) else { return }
    // Nobody reads the log any more: that is no reason to stop working.
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }

  func line(_ event: Event) -> String? {
    switch style {
    case .silent: nil
    // Newlines would make two entries of one.
    case .journal: "<\(event.level.rawValue)>" + oneLine(event.english)
    case .terminal(let colour): time() + " " + name(event.level, colour: colour) + oneLine(event.english)
    }
  }

  private func oneLine(_ text: String) -> String { text.split(separator: "\n").joined(separator: " ") }

  private func name(_ level: Event.Level, colour: Bool) -> String {
    switch level {
    case .error: colour ? "\u{1B}[31merror:\u{1B}[0m " : "error: "
    case .warning: colour ? "\u{1B}[33mwarning:\u{1B}[0m " : "warning: "
    case .notice, .info: ""
    }
  }

  private func time() -> String { String(Timestamp.now().seconds.suffix(9).prefix(8)) }
}
