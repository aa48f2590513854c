internal import Files
internal import Model

/// What an address book or a directory exports, dropped into the inbox: many people in one document.
struct Book: Sendable {
  var path: BytePath
  /// The state that has settled.
  var signature: FileSignature
  /// Those in force when it came.
  var settings: Settings

  /// How reading it ended.
  enum End: Sendable {
    /// It has left the inbox, and each entry has come to its end.
    case read(ImportTally, failed: [Failed])
    /// Nothing in it can be read.
    case refused(Explanation)
    /// Somebody wrote into it.
    case changed
    /// Later it goes on where it was.
    case stopped
    case trouble(any Error)
  }

  /// An entry that lies in `failed/` as a document of its own.
  struct Failed: Sendable {
    var path: BytePath
    var why: Explanation
  }
}

/// Those that wait, and the one that is being read.
struct Books {
  var waiting: [Book] = []
  var current: Book?
  /// Waits for the next one.
  var reader: CheckedContinuation<Book?, Never>?

  var isEmpty: Bool { waiting.isEmpty && current == nil }

  func contains(_ path: BytePath, _ signature: FileSignature) -> Bool {
    (waiting + [current].compactMap(\.self)).contains { $0.path == path && $0.signature == signature }
  }
}
