internal import Glibc
internal import Model

/// What one request may spend, and when to look next whether it has spent more.
struct Allowance {
  /// So often a running request is looked at; an idle worker never is.
  private static let interval = Duration.milliseconds(100)
  /// The wall clock may take this many times the CPU's limit.
  private static let patience = 6.0

  private let limits: Limits
  private let cpuAtStart: Double
  private let lastMoment: ContinuousClock.Instant
  private(set) var nextLook = ContinuousClock.now + interval

  init(_ limits: Limits, for worker: WorkerProcess) {
    self.limits = limits
    cpuAtStart = worker.cpuSeconds ?? 0
    lastMoment = .now + .seconds(limits.seconds * Self.patience)
  }

  /// What was exceeded, where it is time to look.
  mutating func exceededByNow(_ worker: WorkerProcess) -> PhotoProblem? {
    guard nextLook <= .now else { return nil }
    nextLook = .now + Self.interval
    return exceeded(worker.cpuSeconds, worker.peakMemory)
  }

  /// What was exceeded; what could not be measured, because the process is gone, was not.
  func exceeded(_ cpu: Double?, _ memory: Int?) -> PhotoProblem? {
    if let cpu, cpu - cpuAtStart > limits.seconds { return .tooSlow(seconds: limits.seconds) }
    if let memory, memory > limits.memory { return .tooMuchMemory(limit: limits.memory) }
    return lastMoment <= .now ? .tooSlow(seconds: limits.seconds) : nil
  }
}

extension WorkerProcess {
  /// CPU time of all its threads so far; nil where it has ended.
  var cpuSeconds: Double? {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(id, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The most bytes it ever had in memory; nil where it has ended.
  ///
  /// The peak and not the present: an allocation between two looks counts, and the verdict on a photo does not hang on
  /// the moment.
  var peakMemory: Int? {
    let file = open("/proc/\(id)/status", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return Self.kibibytes("VmHWM:", in: buffer[..<count]).map { $0 * 1024 }
  }

  /// The number behind a name in the text of /proc/PID/status.
  static func kibibytes(_ name: String, in text: ArraySlice<UInt8>) -> Int? {
    let line = text.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: name.utf8) }
    return line.flatMap { Int(String(decoding: $0.filter { (48...57).contains($0) }, as: UTF8.self)) }
  }
}
