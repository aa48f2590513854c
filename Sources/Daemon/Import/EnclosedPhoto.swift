internal import Digest
internal import Files
internal import Importing
internal import Model

/// Takes photos that come inside documents: in memory while they are small, else in a draft.
///
/// In a dry run only their digests are made.
final class EnclosedPhotos: PhotoSink {
  private let drafts: Drafts?
  /// The bytes of the largest photo that is taken.
  private let limit: Int
  /// Has a step that the disk refuses repeated until it does not.
  private let patiently: (() throws(FileFailure) -> Void) throws(CommandProblem) -> Void
  private var current: EnclosedPhoto?

  init(
    _ drafts: Drafts?, limit: Int,
    patiently: @escaping (() throws(FileFailure) -> Void) throws(CommandProblem) -> Void
  ) {
    self.drafts = drafts
    self.limit = limit
    self.patiently = patiently
  }

  func begin() { current = EnclosedPhoto() }

  func add(_ bytes: ArraySlice<UInt8>) throws(CommandProblem) {
    guard let current else { return }
    current.digest(bytes)
    // What is too large goes no further; its row is told so.
    guard let drafts, current.size <= limit else { return }
    try patiently { () throws(FileFailure) in try current.keep(bytes, in: drafts) }
  }

  /// The photo that came last; it is the caller's now.
  func take() -> EnclosedPhoto? {
    defer { current = nil }
    return current
  }
}

/// The bytes of one of them.
final class EnclosedPhoto {
  private(set) var size = 0
  private var digest: SHA256? = SHA256()
  private lazy var finished = finish()
  private var bytes: [UInt8] = []
  private var draft: Draft?
  /// How much of it the draft holds.
  private var written = 0

  /// What is larger goes into a draft.
  private static let mostInMemory = 1 << 20

  fileprivate init() {}

  fileprivate func digest(_ piece: ArraySlice<UInt8>) {
    size += piece.count
    piece.withUnsafeBytes { digest?.add($0) }
  }

  /// A piece is either kept whole or not at all.
  fileprivate func keep(_ piece: ArraySlice<UInt8>, in drafts: Drafts) throws(FileFailure) {
    if draft == nil, bytes.count + piece.count <= Self.mostInMemory {
      bytes += piece
      return
    }
    let draft = try onDisk(drafts)
    try append(Array(piece), to: draft)
  }

  /// In a draft, whole.
  func onDisk(_ drafts: Drafts) throws(FileFailure) -> Draft {
    let draft: Draft
    if let begun = self.draft { draft = begun } else { draft = try drafts.make(mode: Mode.own) }
    self.draft = draft
    if !bytes.isEmpty {
      try append(bytes, to: draft)
      bytes = []
    }
    return draft
  }

  private func append(_ piece: [UInt8], to draft: Draft) throws(FileFailure) {
    // Of what an earlier try has left.
    try draft.cut(to: written)
    try draft.add(piece)
    written += piece.count
  }

  /// Has its name now: nothing of it is kept here any longer.
  func letGo() { draft = nil }

  /// Lower-case hexadecimal.
  var sha256: String { finished }

  private func finish() -> String { digest.take()?.finish() ?? "" }
}
