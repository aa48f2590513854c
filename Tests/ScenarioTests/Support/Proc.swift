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

  /// Not one that only starts: before it is the worker's program, stopping it would stop who starts it, too.
  static func isWorker(_ pid: pid_t) -> Bool { read("/proc/\(pid)/comm") == "tondo-worker\n" }

  /// The folders that a process watches.
  static func watches(_ pid: pid_t) -> Int {
    let folder = "/proc/\(pid)/fdinfo"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { read("\(folder)/\($0)") }
      .map { $0.split(separator: "\n").count { $0.hasPrefix("inotify wd:") } }.reduce(0, +)
  }

  static func isBusy(_ pid: pid_t) -> Bool {
    guard isWorker(pid), let used = try? processorTime(pid) else {
      return false
    }
    return used > .milliseconds(150) && threads(pid).contains { fields("\(pid)/task/\($0)").first == "R" }
  }

  /// The thread of this name.
  static func thread(_ name: String, of pid: pid_t) -> pid_t? {
    threads(pid).first { read("/proc/\(pid)/task/\($0)/comm") == name + "\n" }.flatMap { pid_t($0) }
  }

  /// Whether a thread is held by who traces it.
  static func isTraced(_ thread: pid_t, of pid: pid_t) -> Bool {
    fields("\(pid)/task/\(thread)").first == "t"
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

  /// Of each thread of a process: its mode of seccomp, and whether it can gain no new privileges.
  static func confinement(_ pid: pid_t) -> [[Int]] {
    threads(pid).compactMap { read("/proc/\(pid)/task/\($0)/status") }.map { text in
      ["Seccomp", "NoNewPrivs"].compactMap { number($0, in: text) }
    }
  }

  /// How often all threads of a process have given up the processor to wait.
  static func waits(_ pid: pid_t) -> Int {
    threads(pid).compactMap { read("/proc/\(pid)/task/\($0)/status") }
      .compactMap { number("voluntary_ctxt_switches", in: $0) }.reduce(0, +)
  }

  /// CPU time of a process; throws where it has ended, which is no issue by itself.
  static func processorTime(_ pid: pid_t) throws -> Duration {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      throw Failed("process \(pid): errno \(errno)")
    }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// CPU time of the children of a process that have ended, in the kernel's steps of 10 ms.
  static func endedChildrensTime(_ pid: pid_t) -> Duration {
    let ticks = fields("\(pid)").dropFirst(13).prefix(2).compactMap { Int($0) }.reduce(0, +)
    return .milliseconds(10 * ticks)
  }

  private static func read(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
