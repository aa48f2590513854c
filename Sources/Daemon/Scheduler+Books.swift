internal import Files
internal import Importing
internal import Ledger
internal import Model
internal import Publishing

/// Address books and exports of directories, which are read one after the other.
extension Scheduler {
  /// One has settled; where its end is missing it is waited for like a photo.
  func arrivedBook(_ path: BytePath, _ signature: FileSignature) throws -> AvatarID? {
    guard !books.contains(path, signature) else { return nil }
    if try BookEnding.isThere(root, path) {
      try read(path, signature)
    } else {
      patience[path] = Patience(
        until: .now + settleTime * (Self.patienceFactor - 1),
        problem: .truncated(Message("detail.onlyBeginning")))
      try holdBook(path, Explanation("book.unfinished"))
    }
    return nil
  }

  /// Its end has not come for long; a change since then would have been seen.
  func readAsItIs(_ path: BytePath) throws {
    if let signature = try root.signature(path) { try read(path, signature) }
  }

  private func holdBook(_ path: BytePath, _ why: Explanation) throws {
    guard let id = path.below(Places.inbox).flatMap(AvatarID.init(original:)) else { return }
    try release(path)
    try hold(path, id, why)
  }

  private func read(_ path: BytePath, _ signature: FileSignature) throws {
    books.waiting.removeAll { $0.path == path }
    books.waiting.append(Book(path: path, signature: signature, settings: settings))
    handOutBook()
    try holdBook(path, Explanation("book.reading"))
  }

  private func handOutBook() {
    guard phase == .running, let reader = books.reader, books.current == nil, !books.waiting.isEmpty else {
      return
    }
    let book = books.waiting.removeFirst()
    books.current = book
    books.reader = nil
    reader.resume(returning: book)
  }

  /// The next one; nil: the daemon stops.
  func nextBook() async -> Book? {
    await withCheckedContinuation { reader in
      if phase == .stopping { return reader.resume(returning: nil) }
      books.reader = reader
      handOutBook()
    }
  }

  func ended(_ book: Book, _ end: Book.End) {
    books.current = nil
    guarded { try settle(book, end) }
    tick()
  }

  private func settle(_ book: Book, _ end: Book.End) throws {
    switch end {
    case .read(let tally, let failed):
      try release(book.path)
      for entry in failed {
        noteFailure()
        try ledger.recordFailure(entry.path, attempts: 0, problem: entry.why)
      }
      log(
        .bookRead(
          path: book.path.shown, imported: tally.imported, unchanged: tally.unchanged,
          skipped: tally.skipped, failed: tally.failed))
    case .refused(let why): try setAside(book.path, why)
    case .changed: try look(book.path)
    case .stopped: break
    case .trouble(let error):
      // Once the pause is over the inbox is looked through again.
      trouble(error)
    }
  }
}
