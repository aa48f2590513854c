package import Files
package import Model

/// A root made ready to work in, and the right to be the only one there.
package struct Site: ~Copyable, Sendable {
  package let root: Root
  private let lock: RootLock

  /// Opens, checks and (where it is empty or new) makes ready a root, and takes its lock.
  package static func claim(_ path: [UInt8]) throws(CommandProblem) -> Site {
    let root = try open(path)
    try usable(root) { () throws(FileFailure) in try root.look(Places.inbox) == nil }
    try refuseForeign(root)
    try refuseLost(root)
    try usable(root) { () throws(FileFailure) in try makeFolders(root) }
    try refuseOtherFileSystems(root)
    let lock = try lock(root)
    try usable(root) { () throws(FileFailure) in try mark(root) }
    return Site(root: root, lock: lock)
  }

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
    let known = [Places.settings, Places.replaced, Places.failed, Places.own].map(\.name) + vital.map(\.name)
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

  /// Renames must reach from one folder to the other; only the inbox may lie elsewhere.
  package static func refuseOtherFileSystems(_ root: Root) throws(CommandProblem) {
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

  private static func lock(_ root: Root) throws(CommandProblem) -> RootLock {
    let attempt: RootLock.Attempt
    do throws(FileFailure) { attempt = try RootLock.take(root, at: Places.lock) } catch {
      throw .rootUnusable(escaped(root.path), number: error.number)
    }
    switch consume attempt {
    case .taken(let lock): return lock
    case .held(let holder): throw .locked(by: holder)
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
