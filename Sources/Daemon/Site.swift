package import Files
internal import Glibc
package import Model

/// A root made ready to work in, and the right to be the only one there.
package struct Site: ~Copyable, Sendable {
  package let root: Root
  private let lock: RootLock

  /// Opens, checks and (where it is empty or new) makes ready a root, and takes its lock.
  ///
  /// Brief is what a command needs it for.
  package static func claim(_ path: [UInt8], isBrief: Bool = false) throws(CommandProblem) -> Site {
    let root = try open(path)
    try usable(root) { () throws(FileFailure) in try root.look(Places.inbox) == nil }
    try refuseForeign(root)
    try refuseLost(root)
    try usable(root) { () throws(FileFailure) in try makeFolders(root) }
    try refuseOtherFileSystems(root)
    let lock = try lock(root, isBrief)
    try usable(root) { () throws(FileFailure) in try mark(root) }
    return Site(root: root, lock: lock)
  }

  /// The same, and where a command works there, waits until it has done so, or this process is to stop.
  static func claimPatiently(_ path: [UInt8], _ stopWish: StopWish) throws(CommandProblem) -> Site {
    let start = SuspendingClock.now
    while true {
      do throws(CommandProblem) { return try claim(path) } catch {
        guard case .locked(_, let isBrief) = error, !stopWish.isExpressed,
          .now - start < (isBrief ? patience : doubt)
        else { throw error }
      }
      usleep(50_000)
    }
  }

  /// How long a command may take.
  private static let patience = Duration.seconds(60)
  /// How long whoever took the lock may take to say who it is.
  private static let doubt = Duration.milliseconds(500)

  /// Opens a root to look at it.
  package static func open(_ path: [UInt8]) throws(CommandProblem) -> Root {
    do throws(FileFailure) { return try Root(opening: path) } catch {
      throw error.isMissing ? .rootMissing(escaped(path)) : .rootUnusable(escaped(path), number: error.number)
    }
  }

  /// Gives the lock back.
  ///
  /// Until then this value must be kept.
  package consuming func release() {}

  // MARK: Refusals

  /// The folders whose loss must never be taken for the deletion of what they held.
  private static let vital = [Places.inbox, Places.originals, Places.avatars]

  /// A folder full of other things was named by mistake.
  private static func refuseForeign(_ root: Root) throws(CommandProblem) {
    let names = try usable(root) { () throws(FileFailure) in try root.names(in: .here) }
    let own = [Places.settings, Places.replaced, Places.failed, Places.placeholders, Places.own]
    let known = (own + vital).map(\.name)
    let foreign = names.filter {
      !known.contains($0) && $0.first != UInt8(ascii: ".") && $0 != Array("lost+found".utf8)
    }
    if !foreign.isEmpty, !names.contains(where: known.contains) { throw .rootIsForeign(escaped(root.path)) }
  }

  /// A root that was ready once, and lacks a folder: perhaps it is not mounted.
  package static func refuseLost(_ root: Root) throws(CommandProblem) {
    guard try usable(root, { () throws(FileFailure) in try root.look(Places.marker) }) != nil else { return }
    for place in vital where try usable(root, { () throws(FileFailure) in try root.look(place) }) != .folder {
      throw .folderLost(place.shown)
    }
  }

  /// Renames must reach from one folder to the other, and nobody else may write there; only the inbox may lie elsewhere.
  package static func refuseOtherFileSystems(_ root: Root) throws(CommandProblem) {
    if try usable(root, { () throws(FileFailure) in try root.isRemote(Places.avatars) }) {
      throw .remoteFileSystem(escaped(root.path))
    }
    for place in [Places.originals, Places.replaced, Places.failed, Places.own] {
      let reaches = try usable(root) { () throws(FileFailure) in
        try root.canRename(from: Places.avatars, to: place)
      }
      if !reaches { throw .otherFileSystem(place.shown) }
    }
  }

  // MARK: Making ready

  private static func makeFolders(_ root: Root) throws(FileFailure) {
    for place in [Places.own, Places.originals, Places.replaced, Places.staging, Places.requests] {
      try root.makeFolders(place, mode: Mode.ownFolder)
    }
    try root.makeFolders(Places.inbox, mode: Mode.avatarFolder)
    try root.makeFolders(Places.avatars, mode: Mode.avatarFolder)
    try root.makeFolders(Places.failed, mode: Mode.failedFolder)
  }

  private static func mark(_ root: Root) throws(FileFailure) {
    if try root.look(Places.marker) == nil { try root.create(Places.marker, [], mode: Mode.own) }
  }

  private static func lock(_ root: Root, _ isBrief: Bool) throws(CommandProblem) -> RootLock {
    let attempt: RootLock.Attempt
    do throws(FileFailure) { attempt = try RootLock.take(root, at: Places.lock, isBrief: isBrief) } catch {
      throw .rootUnusable(escaped(root.path), number: error.number)
    }
    switch consume attempt {
    case .taken(let lock): return lock
    case .held(let holder): throw .locked(by: holder.name, isBrief: holder.isBrief)
    }
  }

  @discardableResult
  private static func usable<Result>(
    _ root: Root, _ body: () throws(FileFailure) -> Result
  ) throws(CommandProblem) -> Result {
    do throws(FileFailure) { return try body() } catch {
      throw .rootUnusable(escaped(root.path), number: error.number)
    }
  }
}
