internal import CTondo.Systemd
internal import Glibc

/// Who started this process and wants to know how it goes: systemd, by the socket in `$NOTIFY_SOCKET`.
///
/// Where there is nobody, nobody is told.
package struct ServiceManager: Sendable {
  /// Whether anybody listens.
  package let isThere: Bool
  /// After how long without a sign of life this process is taken for stuck; nil where nobody looks.
  package let patience: Duration?

  /// What this process's environment says of its manager.
  package init() {
    isThere = getenv("NOTIFY_SOCKET") != nil
    var microseconds: UInt64 = 0
    patience =
      sd_watchdog_enabled(0, &microseconds) > 0 && isThere
      ? .microseconds(Int64(clamping: microseconds)) : nil
  }

  /// The listening sockets that it opened for this process; to be asked for once.
  package func listeners() -> [CInt] {
    let count = sd_listen_fds(1)
    return (0..<max(0, count)).map { SD_LISTEN_FDS_START + $0 }.filter {
      sd_is_socket($0, AF_UNSPEC, Int32(SOCK_STREAM.rawValue), 1) > 0
    }
  }

  /// What it can be told.
  package enum Message: Sendable {
    /// The work has begun, or goes on with new settings.
    case ready
    case reloading
    case stopping
    /// A line for people.
    case status(String)
    /// Nothing is stuck.
    case alive
    /// It is still starting, and wants this much longer from now on.
    case moreTime(Duration)
  }

  /// Tells all of it at once.
  package func tell(_ messages: Message...) {
    guard isThere else { return }
    // One that does not hear has gone: no reason to stop working.
    _ = sd_notify(0, messages.map(\.text).joined(separator: "\n"))
  }
}

extension ServiceManager.Message {
  fileprivate var text: String {
    switch self {
    case .ready: "READY=1"
    case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(microsecondsSinceBoot())"
    case .stopping: "STOPPING=1"
    // A newline would begin another message.
    case .status(let line): "STATUS=" + line.split(separator: "\n").joined(separator: " ")
    case .alive: "WATCHDOG=1"
    case .moreTime(let time): "EXTEND_TIMEOUT_USEC=\(microseconds(time))"
    }
  }
}

private func microsecondsSinceBoot() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
}

private func microseconds(_ time: Duration) -> Int64 {
  let (seconds, rest) = time.components
  return seconds * 1_000_000 + rest / 1_000_000_000_000
}
