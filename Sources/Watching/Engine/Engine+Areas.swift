internal import Glibc
internal import Model

/// A name that is watched for in a folder.
struct Sentry: Hashable {
  enum Purpose: Hashable {
    case area
    /// `isFolder`: whether the watched folder is the settings file's own, and not one above.
    case settings(isFolder: Bool)
  }

  var name: [UInt8]
  var purpose: Purpose
}

/// When to look for a missing area next.
struct Probing {
  var wait: Duration
  var next: Engine.Instant

  init(_ pace: ClosedRange<Duration>) {
    wait = pace.lowerBound
    next = .now.advanced(by: wait)
  }

  mutating func goOn(_ pace: ClosedRange<Duration>) {
    wait = min(wait * 2, pace.upperBound)
    next = .now.advanced(by: wait)
  }
}

extension Engine {
  /// Compares what lies at the areas' places with what is watched.
  func checkAreas() {
    duties.areas = false
    let before = Set(missing.keys)
    plan.areas.forEach(check)
    guard duties.sentries || before != Set(missing.keys) else { return }
    let after = Set(missing.keys)
    postSentries()
    // One may have come while nobody watched for it.
    after.forEach(check)
    if after != Set(missing.keys) { duties.sentries = true }
  }

  private func check(_ area: BytePath) {
    do throws(SystemError) {
      guard let found = try find(area) else { return lose(area) }
      let watch = map.watch(of: area)
      if let watch, map.identity(of: watch) == found { return comeBack(area) }
      if let watch { banish(watch) }
      explore(area)
      if map.watch(of: area) != nil || degraded.error(of: area) != nil { comeBack(area, anew: true) }
    } catch {
      error.isOwnTrouble ? degraded.insert(area, error) : lose(area)
    }
  }

  /// Nil for the empty folder that a file system was mounted on: it is not the area that was there before.
  private func find(_ area: BytePath) throws(SystemError) -> FolderIdentity? {
    let root = try Handle(folder: plan.root)
    let found = try Handle(listing: area, below: root).identity()
    let isMounted = try found.device != Handle(at: area.folder, below: root).identity().device
    if isMounted { mounted.insert(area) }
    return isMounted || !mounted.contains(area) ? found : nil
  }

  private func comeBack(_ area: BytePath, anew: Bool = false) {
    if missing.removeValue(forKey: area) != nil || anew { outbox.insert(.everything) }
  }

  private func lose(_ area: BytePath) {
    if let watch = map.watch(of: area) { banish(watch) }
    degraded.remove(below: area)
    guard missing[area] == nil else { return }
    missing[area] = Probing(plan.pace.probing)
    outbox.insert(.gone(area))
  }

  /// A share that is mounted makes no event; so now and then somebody has to look.
  func probeMissing() {
    let now = Instant.now
    let due = missing.filter { $0.value.next <= now }.keys
    guard !due.isEmpty else { return }
    due.forEach { missing[$0]?.goOn(plan.pace.probing) }
    checkAreas()
  }

  /// Finds the folders again in which names are to be watched for: the root, and for what is missing the nearest
  /// folder above it that exists.
  func postSentries() {
    duties.sentries = false
    let before = sentries
    sentries = [:]
    if let root = try? Handle(listing: plan.root) {
      for name in plan.firstNames { post(Sentry(name: name, purpose: .area), in: root) }
    }
    for area in missing.keys { watchFor(plan.root + [BytePath.slash] + area.bytes) { _ in .area } }
    if let settings = plan.settings { watchFor(settings) { .settings(isFolder: $0) } }
    before.keys.filter { sentries[$0] == nil }.forEach(endUnlessNeeded)
    // Nobody listened there until now.
    if settingsSentries(before) != settingsSentries(sentries) { outbox.insert(.settings) }
  }

  private func settingsSentries(_ all: [Int32: Set<Sentry>]) -> [Int32: Set<Sentry>] {
    all.mapValues { $0.filter { $0.purpose != .area } }.filter { !$0.value.isEmpty }
  }

  /// Watches for a path in the nearest folder above it that exists.
  ///
  /// `purpose`: of a sentry in the path's own folder (true), or above.
  private func watchFor(_ path: [UInt8], _ purpose: (Bool) -> Sentry.Purpose) {
    let parts = path.split(separator: BytePath.slash).map(Array.init)
    var depth = -1
    // Again until it stays the same: the next part may have come just before it was watched for. It must not take
    // for ever, though, where somebody plays with folders; the events that come then lead here again.
    for _ in 0..<8 {
      let found = postNearest(parts, purpose)
      if found == depth { return }
      depth = found
    }
  }

  /// Returns how many parts of the path exist, -1 where none can be watched.
  private func postNearest(_ parts: [[UInt8]], _ purpose: (Bool) -> Sentry.Purpose) -> Int {
    for depth in stride(from: parts.count - 1, through: 0, by: -1) {
      let folder = [BytePath.slash] + Array(parts[..<depth].joined(separator: [BytePath.slash]))
      guard let handle = try? Handle(listing: folder) else { continue }
      post(Sentry(name: parts[depth], purpose: purpose(depth == parts.count - 1)), in: handle)
      return depth
    }
    return -1
  }

  private func post(_ sentry: Sentry, in folder: borrowing Handle) {
    do throws(SystemError) {
      if let watch = try stand(on: folder) { sentries[watch, default: []].insert(sentry) }
    } catch {
      lastFailure = error.reason(Limits())
    }
  }
}

extension BytePath {
  static let slash = UInt8(ascii: "/")
}

extension SystemError {
  /// Whether it says nothing about the folder being there.
  fileprivate var isOwnTrouble: Bool { [EACCES, EPERM, EMFILE, ENFILE, ENOMEM, ENOSPC].contains(number) }
}
