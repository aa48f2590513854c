package import Model

/// Why a text is no id that an import can give.
package enum IDFlaw: Error, Hashable, Sendable {
  case notPlain(String)
  case notUTF8(String)
  case tooLong(bytes: Int, limit: Int)
  /// The inbox would take the photo for a half-written file, or for what a system left.
  case ignored(String)
}

extension AvatarID {
  /// The longest name of a folder.
  private static let longestFolder = 255

  /// The id that a source gives.
  package init(imported text: String) throws(IDFlaw) {
    guard let path = BytePath(text), !path.bytes.isEmpty else { throw .notPlain(text) }
    try self.init(imported: path)
  }

  /// The same as a path.
  package init(imported path: BytePath) throws(IDFlaw) {
    guard path.text != nil else { throw .notUTF8(path.shown) }
    if path.name.count > Self.longestName {
      throw .tooLong(bytes: path.name.count, limit: Self.longestName)
    }
    if let long = path.parts.map(\.count).max(), long > Self.longestFolder {
      throw .tooLong(bytes: long, limit: Self.longestFolder)
    }
    guard let id = AvatarID(path) else { throw .notPlain(path.shown) }
    let isIgnored =
      path.parts.dropLast().contains { Ignore.name(Array($0), isFolder: true) }
      || Ignore.name(path.name + Array(".jpg".utf8), isFolder: false)
    if isIgnored { throw .ignored(path.shown) }
    self = id
  }
}

extension IDFlaw: Explained {
  package var explanation: Explanation {
    switch self {
    case .notPlain(let text): Explanation("import.row.notPlain", ["id": shortened(text)])
    case .notUTF8(let text): Explanation("import.row.strangeID", ["id": shortened(text)])
    case .tooLong(let bytes, let limit):
      Explanation("import.row.longID", ["bytes": bytes, "limit": limit])
    case .ignored(let text): Explanation("import.row.ignored", ["id": shortened(text)])
    }
  }
}
