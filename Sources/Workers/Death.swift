internal import CTondo.Linux

/// How a process ended.
enum Death: Equatable {
  case exit(code: Int32)
  case signal(Int32)
  /// It had to be killed.
  case killed
  /// Somebody else has waited for it.
  case unknown

  init(_ status: Int32, wasKilled: Bool) {
    if tondo_signaled(status) {
      let number = tondo_termination_signal(status)
      self = wasKilled && number == 9 ? .killed : .signal(number)
    } else {
      self = .exit(code: tondo_exit_code(status))
    }
  }

  /// In words, such as `signal 11, segmentation fault`.
  var text: String {
    switch self {
    case .exit(let code): "exit code \(code)"
    case .signal(let number): Self.names[number].map { "signal \(number), \($0)" } ?? "signal \(number)"
    case .killed: "it closed its output"
    case .unknown: "it vanished"
    }
  }

  private static let names: [Int32: String] = [
    4: "illegal instruction", 5: "trap", 6: "aborted", 7: "bus error", 8: "arithmetic error", 9: "killed",
    11: "segmentation fault", 15: "terminated", 24: "out of CPU time", 25: "file too large",
    31: "bad system call",
  ]
}
