/// How far long work has come, on standard error: a bar on a terminal, elsewhere a line now and then.
struct Progress {
  private let total: Int
  private let what: String
  private let isPerson = Terminal.isPerson
  private var lastLine = ContinuousClock.now

  /// Between two lines.
  private static let pause = Duration.seconds(10)
  private static let width = 30

  init(of total: Int, _ what: String) {
    self.total = total
    self.what = what
  }

  mutating func show(_ done: Int) {
    if isPerson {
      let full = Self.width * done / max(1, total)
      let bar = String(repeating: "#", count: full) + String(repeating: ".", count: Self.width - full)
      Terminal.draw("\r[\(bar)] \(done) of \(total) \(what)")
    } else if .now - lastLine >= Self.pause {
      lastLine = .now
      Terminal.note("\(done) of \(total) \(what)")
    }
  }

  /// Makes room for something else, and at the end.
  func clear() { if isPerson { Terminal.draw("\r\u{1B}[K") } }
}
