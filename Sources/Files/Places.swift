package import Model

/// Where things lie below the root.
package enum Places {
  package static let inbox = folder("inbox")
  /// What is being imported, until it is whole; nobody looks into a hidden folder.
  package static let imports = folder("inbox/.tondo-import")
  package static let originals = folder("originals")
  package static let replaced = folder("replaced")
  package static let avatars = folder("avatars")
  package static let failed = folder("failed")
  /// Photos that stand in for others; made by whoever wants it, and only ever read.
  package static let placeholders = folder("placeholders")
  package static let own = folder(".tondo")
  package static let staging = folder(".tondo/staging")
  package static let requests = folder(".tondo/requests")
  /// Small originals for the web page; each can be made again.
  package static let previews = folder(".tondo/previews")
  package static let lock = folder(".tondo/lock")
  package static let ledger = folder(".tondo/ledger.sqlite")
  /// What was imported last, so that importing it again is no work.
  package static let imported = folder(".tondo/imports.sqlite")
  package static let settings = folder("tondo.json")
  /// Says that this root was ready once.
  package static let marker = folder(".tondo/ready")

  /// All that Tondo works in.
  static let shared = [inbox, originals, replaced, avatars, failed, own, staging]

  /// Whether a folder is the root itself or lies in what Tondo works in; one that somebody else has put there does not.
  package static func holds(_ folder: BytePath) -> Bool {
    folder == .here || shared.contains { folder.within($0) != nil }
  }

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

  /// What became of each entry of a book in `replaced/`, beside it: `people.20261130T120000Z.report.jsonl`.
  package static func report(of book: BytePath) -> BytePath {
    book.folder.appending(withoutExtension(book.name).prefix(255 - reportSuffix.count) + reportSuffix)
  }

  package static let reportSuffix = Array(".report.jsonl".utf8)

  /// The entry of a book that begins at a line, as a book of its own: `people.12.vcf`.
  package static func entry(_ line: Int, of book: BytePath) -> BytePath {
    let middle = Array(".\(line)".utf8)
    let room = AvatarID.longestName - middle.count
    return book.folder.appending(
      withoutExtension(book.name).prefix(room) + middle + fileExtension(book.name))
  }

  /// Whether a name is that of an entry of a book.
  package static func isEntry(_ name: [UInt8], of book: [UInt8]) -> Bool {
    let digits = fileExtension(withoutExtension(name)).dropFirst()
    guard let line = Int(String(decoding: digits, as: UTF8.self)), let book = BytePath(book) else {
      return false
    }
    return entry(line, of: book).name == name
  }
}
