package import Model

/// Where things lie below the root.
package enum Places {
  package static let inbox = folder("inbox")
  package static let originals = folder("originals")
  package static let replaced = folder("replaced")
  package static let avatars = folder("avatars")
  package static let failed = folder("failed")
  package static let own = folder(".tondo")
  package static let staging = folder(".tondo/staging")
  package static let requests = folder(".tondo/requests")
  package static let lock = folder(".tondo/lock")
  package static let ledger = folder(".tondo/ledger.sqlite")
  package static let settings = folder("tondo.json")
  /// Says that this root was ready once.
  package static let marker = folder(".tondo/ready")

  /// All that Tondo works in.
  static let shared = [inbox, originals, replaced, avatars, failed, own, staging]

  private static func folder(_ text: String) -> BytePath { BytePath(text) ?? .here }

  /// The manifest of an id.
  package static func manifest(_ id: AvatarID) -> BytePath { avatars.appending(id.file(".json")) }

  /// What is wrong with an id's manifest or original.
  package static func errorText(_ id: AvatarID) -> BytePath { avatars.appending(id.file(".error.txt")) }

  /// The error text beside a failed file.
  ///
  /// A long name is cut, so that the text's name still fits.
  package static func errorText(failed path: BytePath) -> BytePath {
    let suffix = Array(".error.txt".utf8)
    return path.folder.appending(path.name.prefix(255 - suffix.count) + suffix)
  }

  /// `sales/jane.jpg` as `sales/jane.20261130T120000Z.jpg`; `turn` above 1 tells several of one second apart.
  package static func stamped(_ path: BytePath, _ stamp: String, turn: Int = 1) -> BytePath {
    let middle = "." + stamp + (turn > 1 ? "-\(turn)" : "")
    let stem = withoutExtension(path.name).prefix(255 - middle.utf8.count - fileExtension(path.name).count)
    return path.folder.appending(Array(stem) + Array(middle.utf8) + fileExtension(path.name))
  }
}
