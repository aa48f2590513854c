internal import CTondo.Linux
internal import Model

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
  var message: Message {
    switch self {
    case .exit(let code): Message("death.exit", ["code": code])
    case .signal(let number):
      Language.english.has("death.signal.\(number)")
        ? Message("death.signal.\(number)") : Message("death.signal.other", ["number": number])
    case .killed: Message("death.killed")
    case .unknown: Message("death.unknown")
    }
  }
}
