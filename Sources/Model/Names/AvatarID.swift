/// An avatar's name: the original's path below `inbox/` without its last extension, such as `sales/jane`.
///
/// Always UTF-8, and compared byte by byte: two spellings of `é` are two ids, as they are two files.
package struct AvatarID: Hashable, Sendable {
  /// The id as a path below `originals/` (without extension) and `avatars/`.
  package let path: BytePath

  /// The last part may have at most this many bytes, so that `-4096.webp`, `.error.txt` and the like still fit in 255.
  package static let longestName = 230

  /// Nil where the path is empty, is not UTF-8, or its last part is longer than `longestName` bytes.
  package init?(_ path: BytePath) {
    // The path is looked at again: it may be pieced together from parts that were never checked.
    guard !path.bytes.isEmpty, path.isUTF8, BytePath(path.bytes) != nil, path.name.count <= Self.longestName
    else { return nil }
    self.path = path
  }

  /// The id written as text in a document or on a command line.
  package init?(_ text: String) {
    guard let path = BytePath(text) else { return nil }
    self.init(path)
  }

  /// The id of an original with this path below `inbox/` or `originals/`.
  package init?(original path: BytePath) {
    self.init(path.folder.appending(withoutExtension(path.name)))
  }

  /// The exact text.
  package var text: String { String(decoding: path.bytes, as: UTF8.self) }

  /// The path of a file beside the avatars: `ID` + `suffix`, as in `.json`.
  package func file(_ suffix: String) -> BytePath { path.folder.appending(path.name + Array(suffix.utf8)) }
}

extension AvatarID: Comparable {
  package static func < (left: AvatarID, right: AvatarID) -> Bool { left.path < right.path }
}

extension AvatarID: CustomStringConvertible {
  package var description: String { path.shown }
}

/// A name without its last `.extension`.
///
/// Dots that a name begins with are part of it: `.jpg` stays, and so does `...jpg`, which would become the folder above.
package func withoutExtension(_ name: [UInt8]) -> [UInt8] {
  guard let dot = name.lastIndex(of: UInt8(ascii: ".")), name[..<dot].contains(where: { $0 != name[dot] })
  else { return name }
  return Array(name[..<dot])
}

/// The part behind a name's last dot, with that dot; empty where there is none.
package func fileExtension(_ name: [UInt8]) -> [UInt8] { Array(name.dropFirst(withoutExtension(name).count)) }
