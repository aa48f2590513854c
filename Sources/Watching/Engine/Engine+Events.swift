internal import Glibc
internal import Model

extension Engine {
  /// liborc writes and removes files of this name, in the watched folders too if it finds no better place.
  private static let ownNoise = Array("orcexec.".utf8)

  func handle(_ event: Library.Event) {
    // The mask first: an overflow may carry a name.
    if event.has(IN_Q_OVERFLOW) {
      overflows += 1
      return requestRestart()
    }
    guard duties.restart == nil else { return }
    guard map.contains(event.watch) else { return handleUnknown(event.watch) }
    if event.has(IN_IGNORED) { return forget(event.watch) }
    event.name.isEmpty ? handleSelf(event) : handleEntry(event)
  }

  /// Watches that were ended have a number that once was given; any other would be somebody else's.
  private func handleUnknown(_ watch: Int32) {
    if watch < 1 || watch > library?.highest ?? 0 { requestRestart() }
  }

  /// Something happened to the watched folder itself.
  private func handleSelf(_ event: Library.Event) {
    let left = event.has(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT)
    if left, sentries[event.watch] != nil {
      duties.areas = true
      duties.sentries = true
    }
    guard let place = map.place(of: event.watch), let path = map.path(of: event.watch) else { return }
    switch place {
    case .area where left: duties.areas = true
    case .area(let area) where event.has(IN_ATTRIB): outbox.insert(.folder(area))
    case .inside where event.has(IN_UNMOUNT): duties.folders.insert(path)
    default: break
    }
  }

  /// Something happened to an entry of the watched folder.
  private func handleEntry(_ event: Library.Event) {
    sentries[event.watch]?.filter { $0.name == event.name }.forEach(alert)
    if event.name == Self.probe { return hear(event.watch) }
    guard !event.name.starts(with: Self.ownNoise), let folder = map.path(of: event.watch) else { return }
    let path = folder.appending(event.name)
    guard event.has(IN_ISDIR) else { return outbox.insert(.file(path)) }
    if !Ignore.folder(path) { handleFolder(event, path) }
  }

  private func handleFolder(_ event: Library.Event, _ path: BytePath) {
    let known = map.folder(event.name, in: event.watch)
    if event.has(IN_DELETE | IN_MOVED_FROM) {
      if let known { banish(known) }
      degraded.remove(below: path)
    } else if event.has(IN_CREATE | IN_MOVED_TO) || known == nil {
      // Watched and listed before it is told of, so that who looks then misses nothing.
      explore(path)
    }
    outbox.insert(.folder(path))
  }

  private func alert(_ sentry: Sentry) {
    switch sentry.purpose {
    case .area:
      duties.areas = true
    case .settings(let isFolder):
      outbox.insert(.settings)
      if !isFolder { duties.sentries = true }
    }
  }

  /// The kernel has ended the watch; the library must not be asked to.
  func forget(_ watch: Int32) {
    library?.forget(watch)
    if case .area = map.place(of: watch) { duties.areas = true }
    if sentries.removeValue(forKey: watch) != nil {
      duties.areas = true
      duties.sentries = true
    }
    limbo[watch] = nil
    map.remove(watch).forEach { banish($0) }
    if let library, library.stale > max(plan.pace.stale, 4 * map.count) { requestRestart() }
  }

  /// All is to be watched anew: what is known of the folders is not to be trusted, or costs too much.
  func requestRestart() {
    guard duties.restart == nil else { return }
    // Not at once after the last time: a flood that fills the queue again and again is waited out.
    duties.restart = max(.now, lastBeginning.advanced(by: plan.pace.restarting))
  }
}
