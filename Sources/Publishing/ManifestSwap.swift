internal import Digest
internal import Files
internal import Model

/// Puts a manifest in place without ever overwriting a text that nobody read.
struct ManifestSwap {
  enum Outcome { case published, editHolds }

  let root: Root
  let staged: BytePath
  let path: BytePath
  /// SHA-256 of the new text.
  let new: String
  /// SHA-256 of the text that was read before; nil where there was none.
  let expected: String?

  /// Swaps, then reads what came out: if it is not what was expected, it is a person's edit, and goes back.
  func run() throws(FileFailure) -> Outcome {
    while true {
      guard let ours = try root.digest(staged)?.sha256 else {
        return try root.digest(path)?.sha256 == new ? .published : .editHolds
      }
      if ours != new { return try judge(ours) }
      if let placed = try place() { return placed }
    }
  }

  private func place() throws(FileFailure) -> Outcome? {
    do throws(FileFailure) {
      try root.renameNew(staged, to: path)
      return .published
    } catch {
      guard error.exists else { throw error }
    }
    do throws(FileFailure) { try root.exchange(staged, path) } catch {
      // Deleted between the two calls: the next turn finds the name free.
      guard error.isMissing else { throw error }
      return nil
    }
    // An editor that had the old text open is still writing into what came out: it shall finish before we read.
    try root.waitForWriters(staged, atMost: .seconds(2))
    guard let cameOut = try root.digest(staged)?.sha256 else { return nil }
    return try judge(cameOut)
  }

  /// The staged name now holds what was at the path.
  private func judge(_ cameOut: String) throws(FileFailure) -> Outcome {
    // The very text of ours may have been there before: avatars made again within the same second.
    if cameOut == expected || cameOut == new || cameOut == emptyDigest {
      try root.remove(staged)
      return .published
    }
    return try giveBack()
  }

  /// Swaps until our own text is out again; an edit that came meanwhile is the later one, and stays.
  private func giveBack() throws(FileFailure) -> Outcome {
    while true {
      do throws(FileFailure) { try root.exchange(staged, path) } catch {
        guard error.isMissing else { throw error }
        try root.renameNew(staged, to: path)
        return .editHolds
      }
      if try root.digest(staged)?.sha256 == new {
        try root.remove(staged)
        return .editHolds
      }
    }
  }

  private var emptyDigest: String { SHA256.of([]) }
}
