package import Model

/// What is known of the ids of one folder, a page at a time: memory does not grow with their number.
extension Ledger {
  /// Entries whose ids lie in one folder, and the folders in it that hold others.
  package struct Page: Sendable {
    /// In order of their ids' bytes.
    package var entries: [Entry] = []
    package var folders: [BytePath] = []
    /// Where the next page begins; nil after the last.
    package var next: Position?
  }

  /// A place among the ids of a folder.
  package struct Position: Sendable {
    fileprivate var after: [UInt8]
  }

  /// The entries of a folder from this position on; nil begins at the first.
  ///
  /// What is written between two pages may be seen or not.
  package func page(
    of folder: BytePath, from position: Position? = nil, atMost limit: Int = 256
  ) throws(LedgerFailure) -> Page {
    var page = Page()
    // An id below `a` comes behind `a/` and before `a0`: `0` is the byte that follows the slash.
    let start = folder.bytes.isEmpty ? [] : folder.bytes + [BytePath.separator]
    let end = folder.bytes.isEmpty ? [Self.last] : folder.bytes + [BytePath.separator + 1]
    var after = position?.after ?? start
    while page.entries.count < limit, let latest = try fill(&page, start, after, end, limit) {
      after = latest
    }
    if page.entries.count == limit { page.next = Position(after: after) }
    return page
  }

  /// No text holds this byte.
  private static let last: UInt8 = 255

  /// Reads on to the page's end or to the next folder, which is passed over; nil where there is no more.
  private func fill(
    _ page: inout Page, _ start: [UInt8], _ after: [UInt8], _ end: [UInt8], _ limit: Int
  ) throws(LedgerFailure) -> [UInt8]? {
    var latest: [UInt8]?
    try database.each(
      "\(Self.select) WHERE id > ?1 AND id < ?2 ORDER BY id LIMIT ?3",
      [.blob(after), .blob(end), .integer(limit - page.entries.count)]
    ) { row throws(LedgerFailure) in
      let id = row.bytes(0)
      if let slash = id.dropFirst(start.count).firstIndex(of: BytePath.separator) {
        page.folders.append(try Self.id(row, 0).path.ancestor(of: slash))
        latest = id[...slash] + [Self.last]
        return false
      }
      page.entries.append(try Self.entry(row))
      latest = id
      return true
    }
    return latest
  }
}

extension BytePath {
  /// The folder of which this path's first so many bytes are the name.
  fileprivate func ancestor(of length: Int) -> BytePath {
    folders.first { $0.bytes.count == length } ?? .here
  }
}
