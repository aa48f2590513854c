internal import Glibc
package import Model

/// A folder that cannot be watched and is listed at intervals instead, with all that lies in it.
package struct DegradedFolder: Hashable, Sendable {
  /// Below the root.
  package var path: BytePath
  package var reason: WatchFailure

  package init(path: BytePath, reason: WatchFailure) {
    self.path = path
    self.reason = reason
  }
}

/// The folders that cannot be watched, in bounded memory.
struct Degraded: Equatable, Sendable {
  /// With more than this many, the areas they lie in stand for them.
  static let most = 1024

  let areas: [BytePath]
  private var errors: [BytePath: SystemError] = [:]

  init(areas: [BytePath]) { self.areas = areas }

  var isEmpty: Bool { errors.isEmpty }
  var paths: [BytePath] { errors.keys.sorted() }

  func error(of path: BytePath) -> SystemError? { errors[path] }

  mutating func insert(_ path: BytePath, _ error: SystemError) {
    errors[path] = error
    if errors.count > Self.most { collapse() }
  }

  mutating func remove(_ path: BytePath) { errors[path] = nil }

  /// The folder has left its place, and with it all that lay below.
  mutating func remove(below folder: BytePath) {
    guard !errors.isEmpty else { return }
    errors = errors.filter { $0.key != folder && $0.key.below(folder) == nil }
  }

  /// For people.
  func folders(_ limits: Limits) -> [DegradedFolder] {
    errors.sorted { $0.key < $1.key }.map { DegradedFolder(path: $0, reason: $1.reason(limits)) }
  }

  private mutating func collapse() {
    var collapsed: [BytePath: SystemError] = [:]
    for (path, error) in errors {
      let area = areas.first { path == $0 || path.below($0) != nil }
      collapsed[area ?? path] = error
    }
    errors = collapsed
  }
}

extension SystemError {
  /// There is no instance to watch with; no call for a watch gives this number.
  static let noInstance = SystemError(number: ENXIO)

  /// There are no events of some changes, or of none; no call for a watch gives this number.
  static let silent = SystemError(number: EREMOTE)

  /// Whether listing at intervals finds what watching does not.
  var isListed: Bool { isWithoutWatch || self == .silent }

  /// Whether listing works where watching does not: the kernel has no watch, or no instance, to give.
  var isWithoutWatch: Bool { number == ENOSPC || number == ENOMEM || self == .noInstance }

  func reason(_ limits: Limits) -> WatchFailure {
    switch self {
    case .silent: .silent
    case .noInstance: .instances(allowed: limits.instances)
    case SystemError(number: ENOSPC): .watches(allowed: limits.watches)
    default: .system(doing: .watchFolder, number: number)
    }
  }
}
