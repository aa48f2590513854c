internal import CTondo.Linux
internal import CTondo.Spawn
internal import Glibc
internal import Model

/// One request to one worker, from the first byte out to the last byte in.
struct Conversation {
  /// How it ended.
  ///
  /// After anything but `line` the worker is of no use.
  enum End {
    /// The answer, without its newline, and the most memory that the worker ever took.
    case line([UInt8], peak: Int)
    /// No more will come.
    case closed
    case exceeded(PhotoProblem)
    case stopped
    /// It said more than an answer.
    case babble(Message)
  }

  private static let longestLine = 1 << 20

  private let worker: WorkerProcess
  private let halt: Int32
  private var unsent: ArraySlice<UInt8>
  /// They go with the first bytes.
  private var unsentFiles: [CInt]
  private var received: [UInt8] = []
  private var allowance: Allowance

  /// `files` stay open as long as this; `halt` is a descriptor that can be read once everything must stop.
  init(_ line: [UInt8], _ files: [CInt], to worker: WorkerProcess, limits: Limits, halt: Int32) {
    self.worker = worker
    self.halt = halt
    unsent = line[...]
    unsentFiles = files
    allowance = Allowance(limits, for: worker)
  }

  mutating func run() -> End {
    while true {
      if let end = step() { return end }
    }
  }

  private mutating func step() -> End? {
    let ready = wait()
    if ready.halt { return .stopped }
    if ready.write && !send() { return .closed }
    if ready.read, let end = receive() { return end }
    return allowance.exceededByNow(worker).map(End.exceeded)
  }

  private func wait() -> (read: Bool, write: Bool, halt: Bool) {
    let wanted = unsent.isEmpty ? POLLIN : POLLIN | POLLOUT
    var items = [
      pollfd(fd: worker.channel, events: Int16(wanted), revents: 0),
      pollfd(fd: halt, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&items, 2, (allowance.nextLook - .now).milliseconds) > 0 else { return (false, false, false) }
    let channel = Int32(items[0].revents)
    return (channel & ~POLLOUT != 0, channel & POLLOUT != 0, items[1].revents != 0)
  }

  /// False where nobody reads any more.
  private mutating func send() -> Bool {
    let sent = unsent.withUnsafeBytes {
      tondo_send_now(worker.channel, $0.baseAddress, $0.count, unsentFiles, unsentFiles.count)
    }
    guard sent >= 0 else { return isPassing(tondo_errno()) }
    unsentFiles = []
    unsent = unsent.dropFirst(sent)
    return true
  }

  private mutating func receive() -> End? {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = tondo_receive_now(worker.channel, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && isPassing(tondo_errno()) ? nil : .closed }
    received += buffer[..<count]
    return answer()
  }

  private func answer() -> End? {
    guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else {
      return received.count > Self.longestLine
        ? .babble(Message("protocol.longLine", ["limit": Self.longestLine])) : nil
    }
    guard end == received.count - 1, unsent.isEmpty else { return .babble(Message("protocol.lines")) }
    let peak = worker.peakMemory
    if let problem = allowance.exceeded(worker.cpuSeconds, peak) { return .exceeded(problem) }
    return .line(Array(received[..<end]), peak: peak ?? 0)
  }

  private func isPassing(_ number: Int32) -> Bool { number == EAGAIN || number == EINTR }
}
