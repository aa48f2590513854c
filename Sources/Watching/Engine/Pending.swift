internal import Model

/// Changes that nobody has taken yet, in bounded memory: many names become their folder, very many become everything.
struct Pending: Sendable {
  static let namesPerFolder = 256
  static let total = 4096

  private(set) var everything = false
  private(set) var settings = false
  private(set) var gone: Set<BytePath> = []
  private var names: [BytePath: Set<[UInt8]>] = [:]
  private var folders: Set<BytePath> = []
  /// Of names and folders.
  private(set) var count = 0

  init() {}

  var isEmpty: Bool { !everything && !settings && gone.isEmpty && count == 0 }

  mutating func insert(_ change: Change) {
    switch change {
    case .file(let path): insert(path.name, in: path.folder)
    case .folder(let path): insert(folder: path)
    case .everything: collapse()
    case .gone(let area): gone.insert(area)
    case .settings: settings = true
    }
  }

  /// Adds what was collected elsewhere.
  ///
  /// `missing`: the areas that are missing now. One that is back is no longer gone; and who is told to compare
  /// everything is told of each that is not there.
  mutating func merge(_ other: Pending, missing: Set<BytePath>) {
    settings = settings || other.settings
    if other.everything { collapse() }
    other.folders.forEach { insert(folder: $0) }
    for (folder, some) in other.names { some.forEach { insert($0, in: folder) } }
    gone = everything ? missing : gone.union(other.gone).intersection(missing)
  }

  /// Takes all.
  mutating func take() -> Set<Change> {
    var changes: Set<Change> = []
    for folder in folders where !isCovered(folder.folder) || folder == .here {
      changes.insert(.folder(folder))
    }
    for (folder, some) in names where !isCovered(folder) {
      changes.formUnion(some.map { .file(folder.appending($0)) })
    }
    changes.formUnion(gone.map { .gone($0) })
    if everything { changes.insert(.everything) }
    if settings { changes.insert(.settings) }
    self = Pending()
    return changes
  }

  private mutating func insert(_ name: [UInt8], in folder: BytePath) {
    guard !everything, !isCovered(folder), names[folder, default: []].insert(name).inserted else { return }
    count += 1
    if names[folder, default: []].count > Self.namesPerFolder { return insert(folder: folder) }
    limit()
  }

  private mutating func insert(folder: BytePath) {
    guard !everything, !isCovered(folder) else { return }
    count += 1 - (names.removeValue(forKey: folder)?.count ?? 0)
    folders.insert(folder)
    limit()
  }

  private mutating func limit() {
    if count > Self.total { collapse() }
  }

  private mutating func collapse() {
    everything = true
    names = [:]
    folders = []
    count = 0
  }

  /// Whether the folder, or one that it lies in, is to be listed anyway.
  private func isCovered(_ folder: BytePath) -> Bool {
    guard !folders.isEmpty else { return false }
    var at = folder
    while !folders.contains(at) {
      if at.bytes.isEmpty { return false }
      at = at.folder
    }
    return true
  }
}
