import Foundation
import Glibc
import Testing

/// What the kernel tells of processes.
enum Proc {
  /// The children of a process, found by their parent's number.
  static func children(of pid: pid_t) -> [pid_t] {
    let all = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
    return all.filter { parent(of: $0) == pid }.sorted()
  }

  /// What stands behind the name in `/proc/PID/stat`: the name may hold blanks and brackets.
  private static func fields(_ process: String) -> [Substring] {
    guard let text = read("/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else { return [] }
    return text[text.index(after: end)...].split(separator: " ")
  }

  static func parent(of pid: pid_t) -> pid_t? { fields("\(pid)").dropFirst().first.flatMap { pid_t($0) } }

  /// The workers of a scene's daemon.
  static func workers(_ scene: Scene) throws -> [pid_t] { children(of: try #require(scene.daemon).pid) }

  /// Whether a thread of a worker uses the processor, or wants to, just now.
  static func isBusy(_ scene: Scene) throws -> Bool { try workers(scene).contains(where: isBusy) }

  static func isBusy(_ pid: pid_t) -> Bool {
    // Not one that only starts: before it is the worker's program, stopping it would stop who starts it, too.
    guard read("/proc/\(pid)/comm") == "tondo-worker\n", let used = try? processorTime(pid) else {
      return false
    }
    return used > .milliseconds(150) && threads(pid).contains { fields("\(pid)/task/\($0)").first == "R" }
  }

  private static func threads(_ pid: pid_t) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
  }

  /// A number of `/proc/PID/status`, such as `VmRSS` in kilobytes.
  static func number(_ key: String, of pid: pid_t) -> Int? {
    read("/proc/\(pid)/status").flatMap { number(key, in: $0) }
  }

  private static func number(_ key: String, in text: String) -> Int? {
    let line = text.split(separator: "\n").first { $0.hasPrefix("\(key):") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
  }

  /// How often all threads of a process have given up the processor to wait.
  static func waits(_ pid: pid_t) -> Int {
    threads(pid).compactMap { read("/proc/\(pid)/task/\($0)/status") }
      .compactMap { number("voluntary_ctxt_switches", in: $0) }.reduce(0, +)
  }

  /// CPU time of a process.
  static func processorTime(_ pid: pid_t) throws -> Duration {
    var clock = clockid_t()
    try #require(clock_getcpuclockid(pid, &clock) == 0)
    var time = timespec()
    try #require(clock_gettime(clock, &time) == 0)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private static func read(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
