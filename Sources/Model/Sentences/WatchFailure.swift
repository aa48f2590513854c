/// What keeps folders from being watched.
package enum WatchFailure: Error, Hashable, Sendable {
  /// This process watches already: the library under it knows one instance only.
  case busy
  /// No inotify instance is left for this user; `allowed` is the limit, nil where it cannot be read.
  case instances(allowed: Int?)
  /// No watch is left for this user; `allowed` is the limit, nil where it cannot be read.
  case watches(allowed: Int?)
  /// The instance got a descriptor that the library cannot wait for.
  case descriptor(Int32)
  /// A system call failed; `number` is errno.
  case system(doing: String, number: Int32)
}

extension WatchFailure: Explained {
  package var english: Explanation {
    switch self {
    case .busy:
      Explanation("this process watches a root already", "Stop the first watcher before starting another.")
    case .instances(let allowed):
      Self.limit("max_user_instances", of: "inotify instances", allowed, atLeast: 256)
    case .watches(let allowed):
      Self.limit("max_user_watches", of: "watched folders", allowed, atLeast: 524_288)
    case .descriptor(let number):
      Explanation(
        "the watcher got file descriptor \(number), and must have one below 1024",
        "Restart tondo; where it comes back, let fewer files be open at start.")
    case .system(let doing, let number):
      Explanation(
        "cannot \(doing): \(systemText(number))",
        "Tondo tries again by itself, and looks at intervals meanwhile.")
    }
  }

  private static func limit(_ key: String, of what: String, _ allowed: Int?, atLeast least: Int)
    -> Explanation
  {
    let found = allowed.map { " of \($0)" } ?? ""
    return Explanation(
      "the limit\(found) \(what) for this user is used up",
      "Raise it: sysctl fs.inotify.\(key)=\(max(least, (allowed ?? 0) * 2))")
  }
}
