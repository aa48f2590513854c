internal import Files
internal import Importing
internal import Model
internal import Publishing

/// Entries of a book that could not be read: each becomes a document of its own in `failed/`.
struct BookEntries {
  let root: Root
  let keeper: Keeper
  let book: Book
  /// Where they are written before they get their names.
  let staging: BytePath
  let stamp: String

  /// An entry's lines, and what is wrong with it.
  private struct Entry {
    var lines: Range<Int>
    var why: Explanation
  }

  func setAside(_ bad: [Int: Explanation]) throws -> [Book.Failed] {
    var failed: [Book.Failed] = []
    var text: [UInt8] = []
    var rest = try entries(bad)[...]
    let stream = try ByteStream(FileFeed(NamedFile(root, book.path)))
    while let entry = rest.first, let piece = try stream.piece() {
      if entry.lines.contains(piece.line) {
        text += piece.bytes + (piece.endsLine ? [UInt8(ascii: "\n")] : [])
      }
      guard piece.endsLine, piece.line + 1 == entry.lines.upperBound else { continue }
      failed += try setAside(entry, text)
      text = []
      rest.removeFirst()
    }
    return failed
  }

  /// In the book's order.
  private func entries(_ bad: [Int: Explanation]) throws -> [Entry] {
    let reader = try Source.open(root, book.path)
    var entries: [Entry] = []
    while entries.count < bad.count, try reader.next(into: NoSink()) != nil {
      if let why = bad[reader.extent.lowerBound] { entries.append(Entry(lines: reader.extent, why: why)) }
    }
    return entries
  }

  private func setAside(_ entry: Entry, _ text: [UInt8]) throws -> [Book.Failed] {
    let below = Places.entry(entry.lines.lowerBound, of: book.path.below(Places.inbox) ?? book.path)
    let draft = staging.appending("entry".utf8)
    try root.recreate(draft, text, mode: Mode.own)
    let reason = entry.why.lines(in: book.settings.lang)
    let path = try keeper.setAside(draft, as: below, because: reason, stamp: stamp)
    return path.map { [Book.Failed(path: $0, why: entry.why)] } ?? []
  }
}
