internal import Model

/// What the watcher is asked to do.
struct Plan: Sendable {
  var root: [UInt8]
  var areas: [BytePath]
  var settings: [UInt8]?
  var pace = Pace()
  var probes = Probes()

  /// The first parts of the areas' paths: what is watched for in the root itself.
  var firstNames: Set<[UInt8]> { Set(areas.compactMap { $0.parts.first.map(Array.init) }) }
}

/// How long things take.
struct Pace: Sendable {
  /// How long a folder that was moved away may take to come back before its watches are ended.
  var limbo: Duration = .milliseconds(500)
  /// Between two looks at folders that cannot be watched.
  var polling: Duration = .seconds(10)
  /// The first and the longest wait between two looks for a missing area.
  var probing: ClosedRange<Duration> = .seconds(1) ... .seconds(60)
  /// How long the event of a probe file may take.
  var hearing: Duration = .seconds(5)
  /// After events, before more are taken.
  var gathering: Duration = .milliseconds(5)
  /// Between two beginnings anew.
  var restarting: Duration = .seconds(1)
  /// Events taken before the thread looks at its other duties.
  var eventsPerTurn = 1024
  /// The library keeps a node of every watch that ended by itself; with more than this many, and than four times the
  /// living ones, watching begins anew.
  var stale = 10_000
}

/// Where tests reach in.
struct Probes: Sendable {
  /// Called at each turn of the thread, before events are taken.
  var turn: (@Sendable () -> Void)?
  /// errno that watching this folder is to fail with.
  var refusal: (@Sendable (BytePath) -> Int32?)?
  /// Whether a folder is to be taken for the first of another file system.
  var isOther: (@Sendable (BytePath) -> Bool)?
  /// Type of the file system that a folder is to be taken for lying on.
  var fileSystem: (@Sendable (BytePath) -> UInt32?)?
  /// Whether the events of a folder's probe file are to be lost.
  var isDeaf: (@Sendable (BytePath) -> Bool)?
  /// Whether there is to be no instance.
  var hasNoInstance: (@Sendable () -> Bool)?
}
