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
  /// Others change files there, and this kernel does not know of it; or it makes no events at all.
  case silent
  /// A system call failed; `number` is errno.
  case system(doing: Deed, number: Int32)
}

extension WatchFailure: Explained {
  package var explanation: Explanation {
    switch self {
    case .busy: Explanation("watch.busy")
    case .instances(let allowed):
      Self.limit("max_user_instances", "watch.instances", allowed, atLeast: 256)
    case .watches(let allowed): Self.limit("max_user_watches", "watch.watches", allowed, atLeast: 524_288)
    case .descriptor(let number): Explanation("watch.descriptor", ["number": number])
    case .silent: Explanation("watch.silent")
    case .system(let doing, let number):
      Explanation(doing.failure(number: number), Message("watch.system"))
    }
  }

  private static func limit(_ key: String, _ what: String, _ allowed: Int?, atLeast least: Int)
    -> Explanation
  {
    let limit = allowed.map { Message("\(what).limit", ["limit": $0]) } ?? Message("\(what).unknownLimit")
    return Explanation(
      limit, Message("watch.raise", ["key": key, "value": max(least, (allowed ?? 0) * 2)]))
  }
}
