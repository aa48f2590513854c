/// Which names in the inbox are no photos: half-written uploads, and what systems leave beside files.
package enum Ignore {
  /// The area whose names are judged.
  package static let area = BytePath.here.appending("inbox".utf8)

  private static let names = set("4913", "Thumbs.db", "desktop.ini")
  private static let folders = set("@eaDir", "#recycle", "__MACOSX", "lost+found")
  private static let endings = [
    "~", ".tmp", ".part", ".partial", ".crdownload", ".filepart", ".tacitpart", ".swp",
  ].map { Array($0.utf8) }

  /// Whether a file or folder of this name is left alone in the inbox.
  package static func name(_ name: [UInt8], isFolder: Bool) -> Bool {
    if name.first == UInt8(ascii: ".") { return true }
    if isFolder { return folders.contains(name) }
    return name.first == UInt8(ascii: "~") || names.contains(name) || endings.contains { name.ends(with: $0) }
  }

  /// Whether a folder at this path of the root is left alone.
  package static func folder(_ path: BytePath) -> Bool {
    path.below(area) != nil && name(path.name, isFolder: true)
  }

  private static func set(_ texts: String...) -> Set<[UInt8]> { Set(texts.map { Array($0.utf8) }) }
}

extension [UInt8] {
  fileprivate func ends(with ending: [UInt8]) -> Bool { suffix(ending.count).elementsEqual(ending) }
}
