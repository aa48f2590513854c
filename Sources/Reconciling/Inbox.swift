package import Model

/// What lies in the inbox (and, put there by hand, in `originals/`) and waits: by path, and by the id it is for.
package struct Inbox: Sendable {
  package enum Item: Hashable, Sendable {
    /// Not unchanged for long enough.
    case settling
    case photo(FileSignature)
    /// It looks incomplete, or can't be read; perhaps the rest is still to come.
    case incomplete(FileSignature, PhotoProblem)
    case job(FileSignature, Job.Action)

    /// The state that was looked at; nil while it settles.
    package var signature: FileSignature? {
      switch self {
      case .settling: nil
      case .photo(let signature), .incomplete(let signature, _), .job(let signature, _): signature
      }
    }
  }

  private struct Entry {
    var id: AvatarID
    var item: Item
  }

  private var entries: [BytePath: Entry] = [:]
  private var paths: [AvatarID: Set<BytePath>] = [:]

  package init() {}

  package subscript(path: BytePath) -> Item? { entries[path]?.item }

  /// The id that a path's file is for.
  package func id(of path: BytePath) -> AvatarID? { entries[path]?.id }

  /// Takes note of a file; answers the id that it was for before, where that was another one.
  @discardableResult
  package mutating func set(_ path: BytePath, _ item: Item, for id: AvatarID) -> AvatarID? {
    let before = entries[path]?.id
    if before != id { remove(path) }
    entries[path] = Entry(id: id, item: item)
    paths[id, default: []].insert(path)
    return before == id ? nil : before
  }

  /// Forgets a file; answers the id that it was for.
  @discardableResult
  package mutating func remove(_ path: BytePath) -> AvatarID? {
    guard let id = entries.removeValue(forKey: path)?.id else { return nil }
    paths[id]?.remove(path)
    if paths[id]?.isEmpty == true { paths[id] = nil }
    return id
  }

  /// Forgets a file that is dealt with, unless another one has come under its name.
  package mutating func remove(_ path: BytePath, as signature: FileSignature) {
    if entries[path]?.item.signature == signature { remove(path) }
  }

  /// All paths, in no order.
  package var all: [BytePath] { Array(entries.keys) }

  /// All paths of one id, in no order.
  package func paths(for id: AvatarID) -> [BytePath] { Array(paths[id] ?? []) }

  /// All that waits for one id, oldest first.
  package func fill(_ found: inout Found, for id: AvatarID) {
    for path in paths[id] ?? [] {
      switch entries[path]?.item {
      case .settling: found.isSettling = true
      case .incomplete: found.hasIncompletePhoto = true
      case .photo(let signature): found.photos.append(Arrival(path: path, signature: signature))
      case .job(let signature, let action):
        found.jobs.append(JobFile(path: path, signature: signature, action: action))
      case nil: break
      }
    }
    found.photos.sort { ($0.signature.changed, $0.path) < ($1.signature.changed, $1.path) }
    found.jobs.sort { ($0.signature.changed, $0.path) < ($1.signature.changed, $1.path) }
  }
}
