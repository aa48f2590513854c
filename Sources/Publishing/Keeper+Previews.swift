internal import Digest
package import Files
package import Model

/// Small originals for the web page, by id and original: what is kept of an id goes with it.
extension Keeper {
  /// How many are kept.
  private static let most = 256

  package static func preview(_ id: AvatarID, of original: String) -> BytePath {
    Places.previews.appending(prefix(id) + Array("\(original).jpg".utf8))
  }

  private static func prefix(_ id: AvatarID) -> [UInt8] {
    Array((SHA256.of(id.path.bytes).prefix(32) + "-").utf8)
  }

  /// Puts a preview in its place, unless the original that it shows went meanwhile.
  package func keepPreview(_ staged: BytePath, as path: BytePath, of original: BytePath) throws(FileFailure) {
    try root.makeFolders(Places.previews, mode: Mode.ownFolder)
    try root.rename(staged, to: path)
    // Who removes an id takes its original first, and its previews then.
    if try root.look(original) == nil { try root.remove(path) }
    try prunePreviews()
  }

  package func dropPreviews(_ id: AvatarID) throws(FileFailure) {
    guard try root.look(Places.previews) == .folder else { return }
    let prefix = Self.prefix(id)
    for name in try root.names(in: Places.previews) where name.starts(with: prefix) {
      try root.remove(Places.previews.appending(name))
    }
  }

  /// Those that nobody has asked for the longest go.
  private func prunePreviews() throws(FileFailure) {
    let names = try root.names(in: Places.previews)
    guard names.count > Self.most else { return }
    var ages: [(path: BytePath, modified: Int64)] = []
    for name in names {
      let path = Places.previews.appending(name)
      ages.append((path, try root.signature(path)?.modified ?? 0))
    }
    for old in ages.sorted(by: { $0.modified < $1.modified }).prefix(names.count - Self.most) {
      try root.remove(old.path)
    }
  }
}
