internal import Model

/// How far long work has come, on standard error: a bar on a terminal, elsewhere a line now and then.
struct Progress {
  private let total: Int
  private let isPerson = Terminal.isPerson
  private var lastLine = ContinuousClock.now

  /// Between two lines.
  private static let pause = Duration.seconds(10)
  private static let width = 30

  init(of total: Int) {
    self.total = total
  }

  mutating func show(_ done: Int, _ text: @autoclosure () -> Message) {
    if isPerson {
      let full = Self.width * done / max(1, total)
      let bar = String(repeating: "#", count: full) + String(repeating: ".", count: Self.width - full)
      // What was longer before must not show behind it.
      Terminal.draw("\r[\(bar)] \(text().text(in: Terminal.language))\u{1B}[K")
    } else if .now - lastLine >= Self.pause {
      lastLine = .now
      Terminal.note(text())
    }
  }

  /// Makes room for something else, and at the end.
  func clear() { if isPerson { Terminal.draw("\r\u{1B}[K") } }
}
