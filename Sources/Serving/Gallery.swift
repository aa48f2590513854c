package import Model

/// What the daemon has to show, and what it can be asked to do.
package protocol Gallery: Sendable {
  /// A page of the list.
  func list(_ wish: ListWish) async throws(WebProblem) -> ListPage
  func detail(_ id: AvatarID) async throws(WebProblem) -> Detail
  /// The avatar of this path below `avatars/`.
  func image(_ path: BytePath) async throws(WebProblem) -> Image
  /// Writes attributes into a manifest whose text has this digest; answers the new text's.
  func put(_ attributes: Attributes, of id: AvatarID, over expected: String) async throws(WebProblem)
    -> String
  /// Has a placeholder shown: by the manifest, where it has this digest; of an id that has none, by a job.
  ///
  /// Answers the digest of the manifest's new text, where it was written.
  func put(_ placeholder: Placeholder, of id: AvatarID, over expected: String?) async throws(WebProblem)
    -> String?
  /// Does what a command would ask for.
  func carryOut(_ request: Request) async throws(WebProblem)
  /// Makes room for an original at this path below `inbox/`.
  func upload(to path: BytePath) async throws(WebProblem) -> any Upload
  /// The upright original, made small.
  func preview(_ id: AvatarID) async throws(WebProblem) -> Preview
  func figures() async throws(WebProblem) -> Figures
  /// Why no work is done; nil where it is.
  func trouble() async -> Message?
}

/// An original that is arriving, which nobody sees before it is whole.
package protocol Upload: Sendable {
  func add(_ bytes: [UInt8]) async throws(WebProblem)
  /// All of it is there: it gets its name.
  func finish() async throws(WebProblem)
  /// It will not be finished: nothing of it stays.
  func abandon() async
}

/// A preview's file, opened.
package struct Preview: Sendable {
  /// SHA-256 of the original that it shows.
  package var original: String
  package var file: HandedFile

  package init(original: String, file: HandedFile) {
    self.original = original
    self.file = file
  }
}

/// What of the list is asked for.
package struct ListWish: Hashable, Sendable {
  package var state: CardState?
  /// A part of the id, whatever its case.
  package var search: String
  package var after: Cursor?
  /// 1...500.
  package var limit: Int
}

package enum CardState: String, Hashable, Sendable, CaseIterable {
  case ready, waiting, queued, processing, failed
}

/// A place in the list: behind the card of this id and file.
package struct Cursor: Hashable, Sendable {
  package var id: [UInt8]
  /// Below the root; empty for an id's own card, which comes before those of files.
  package var file: [UInt8]

  package init(id: [UInt8], file: [UInt8]) {
    self.id = id
    self.file = file
  }
}

extension Cursor: Comparable {
  package static func < (left: Cursor, right: Cursor) -> Bool {
    left.id == right.id
      ? left.file.lexicographicallyPrecedes(right.file) : left.id.lexicographicallyPrecedes(right.id)
  }
}

package struct ListPage: Hashable, Sendable {
  package var cards: [Card]
  package var next: Cursor?
  package var counts: Standing.Counts

  package init(cards: [Card], next: Cursor?, counts: Standing.Counts) {
    self.cards = cards
    self.next = next
    self.counts = counts
  }
}

/// An id, or a file that waits or has failed.
package struct Card: Hashable, Sendable {
  package var id: AvatarID?
  /// Below the root; nil for an id.
  package var file: BytePath?
  package var state: CardState
  package var attempts: Int
  package var error: Explanation?
  package var isPlaceholder = false
  /// Also behind a placeholder.
  package var hasPhoto = false
  /// SHA-256 of the manifest's text.
  package var manifest: String?
  package var avatars: [Manifest.Avatar]

  package init(
    id: AvatarID?, file: BytePath?, state: CardState, attempts: Int = 0, error: Explanation? = nil,
    manifest: String? = nil, avatars: [Manifest.Avatar] = []
  ) {
    self.id = id
    self.file = file
    self.state = state
    self.attempts = attempts
    self.error = error
    self.manifest = manifest
    self.avatars = avatars
  }

  package var cursor: Cursor { Cursor(id: id?.path.bytes ?? [], file: file?.bytes ?? []) }
}

/// All that is to tell of one id.
package struct Detail: Sendable {
  package var card: Card
  /// As it is now; nil where nothing was made yet.
  package var manifest: Manifest?

  package init(card: Card, manifest: Manifest?) {
    self.card = card
    self.manifest = manifest
  }
}

/// An avatar's file, opened.
package struct Image: Sendable {
  package var format: OutputFormat
  package var sha256: String
  package var file: HandedFile

  package init(format: OutputFormat, sha256: String, file: HandedFile) {
    self.format = format
    self.sha256 = sha256
    self.file = file
  }
}
