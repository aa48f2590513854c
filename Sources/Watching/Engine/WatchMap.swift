internal import Model

/// Which watch stands for which folder.
///
/// A folder knows its name and the folder it lies in, so that renaming a tree changes one node, and every
/// path below is right at once.
struct WatchMap: Sendable {
  enum Place: Hashable, Sendable {
    /// One of the watched areas.
    case area(BytePath)
    case inside(Int32, name: [UInt8])
  }

  private struct Node {
    let identity: FolderIdentity
    /// Nil for a folder that lies in no area, or not any more as far as is known.
    var place: Place?
    var folders: [[UInt8]: Int32] = [:]
  }

  private var nodes: [Int32: Node] = [:]
  private var watches: [FolderIdentity: Int32] = [:]
  private var areas: [BytePath: Int32] = [:]

  init() {}

  var count: Int { nodes.count }
  func contains(_ watch: Int32) -> Bool { nodes[watch] != nil }
  func identity(of watch: Int32) -> FolderIdentity? { nodes[watch]?.identity }
  func watch(of identity: FolderIdentity) -> Int32? { watches[identity] }
  func place(of watch: Int32) -> Place? { nodes[watch]?.place }
  func watch(of area: BytePath) -> Int32? { areas[area] }
  func folder(_ name: [UInt8], in watch: Int32) -> Int32? { nodes[watch]?.folders[name] }

  /// The folder's path below the root; nil while it lies in no area.
  func path(of watch: Int32) -> BytePath? {
    var names: [[UInt8]] = []
    var at = watch
    while let place = nodes[at]?.place {
      switch place {
      case .area(let area): return names.reversed().reduce(area) { $0.appending($1) }
      case .inside(let parent, let name):
        names.append(name)
        at = parent
      }
    }
    return nil
  }

  /// The watch of a folder by its path below the root.
  func watch(at path: BytePath) -> Int32? {
    guard let (area, root) = areas.first(where: { path == $0.key || path.below($0.key) != nil }) else {
      return nil
    }
    let names = path.below(area)?.parts ?? []
    return names.reduce(Optional(root)) { at, name in at.flatMap { nodes[$0]?.folders[Array(name)] } }
  }

  /// A new watch, lying nowhere yet.
  mutating func insert(_ watch: Int32, _ identity: FolderIdentity) {
    nodes[watch] = Node(identity: identity)
    watches[identity] = watch
  }

  /// Says where the folder lies, wherever it lay before; nobody else may be known there.
  ///
  /// False where that would put it into itself: then the map has fallen behind the tree.
  mutating func move(_ watch: Int32, to place: Place) -> Bool {
    if nodes[watch]?.place == place { return true }
    detach(watch)
    if case .inside(let parent, _) = place, lies(parent, in: watch) { return false }
    nodes[watch]?.place = place
    switch place {
    case .area(let area): areas[area] = watch
    case .inside(let parent, let name): nodes[parent]?.folders[name] = watch
    }
    return true
  }

  /// The folder has left its place; what lies in it stays in it.
  mutating func detach(_ watch: Int32) {
    switch nodes[watch]?.place {
    case .area(let area): areas[area] = nil
    case .inside(let parent, let name): nodes[parent]?.folders[name] = nil
    case nil: break
    }
    nodes[watch]?.place = nil
  }

  /// Forgets a watch, and returns those of the folders that were known to lie in it; they lie nowhere now.
  mutating func remove(_ watch: Int32) -> [Int32] {
    detach(watch)
    guard let node = nodes.removeValue(forKey: watch) else { return [] }
    if watches[node.identity] == watch { watches[node.identity] = nil }
    node.folders.values.forEach { nodes[$0]?.place = nil }
    return Array(node.folders.values)
  }

  /// The watch and all that lie below it.
  func tree(_ watch: Int32) -> [Int32] {
    var found = [watch]
    var next = 0
    while next < found.count {
      if let node = nodes[found[next]] { found.append(contentsOf: node.folders.values) }
      next += 1
    }
    return found
  }

  /// Who is known to lie there.
  func watch(at place: Place) -> Int32? {
    switch place {
    case .area(let area): areas[area]
    case .inside(let parent, let name): nodes[parent]?.folders[name]
    }
  }

  private func lies(_ watch: Int32, in other: Int32) -> Bool {
    var at = watch
    while at != other {
      guard case .inside(let parent, _) = nodes[at]?.place else { return false }
      at = parent
    }
    return true
  }
}
