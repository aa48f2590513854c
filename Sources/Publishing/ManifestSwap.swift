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

  /// Called before each step; tests let somebody else write then.
  var pause: () throws(FileFailure) -> Void = {}

  /// Swaps, then reads what came out: if it is not what was expected, it is a person's edit, and goes back.
  ///
  /// Begins wherever a crash left it.
  func run() throws(FileFailure) -> Outcome {
    while true {
      guard let ours = try root.digest(staged)?.sha256 else { return try isOut() ? .published : .editHolds }
      if ours != new { return try judge(ours) }
      if let placed = try place() { return placed }
    }
  }

  private func isOut() throws(FileFailure) -> Bool { try root.digest(path)?.sha256 == new }

  private func place() throws(FileFailure) -> Outcome? {
    try pause()
    do throws(FileFailure) {
      try root.renameNew(staged, to: path)
      return .published
    } catch {
      guard error.exists else { throw error }
    }
    // The same text, as when two runs fall into one second: a swap would stage it again, for ever.
    if try isOut() { return try end(.published) }
    // A folder or link is nothing that could be read; it is told of when the id is looked at.
    if let kind = try root.look(path), !kind.isFile { return try end(.editHolds) }
    try pause()
    do throws(FileFailure) { try root.exchange(staged, path) } catch {
      // Deleted between the two calls: the next turn finds the name free.
      guard error.isMissing else { throw error }
      return nil
    }
    // An editor that had the old text open is still writing into what came out: it shall finish before we read.
    try root.waitForWriters(staged, atMost: .seconds(2))
    return nil
  }

  /// The staged name now holds what was at the path.
  private func judge(_ cameOut: String) throws(FileFailure) -> Outcome {
    if cameOut == expected || cameOut == SHA256.of([]) { return try end(.published) }
    return try giveBack(cameOut)
  }

  /// Swaps the edit back in.
  ///
  /// If what comes out is not what was put there, it is a still later edit, and goes back
  /// in turn: the last one stays.
  private func giveBack(_ edit: String) throws(FileFailure) -> Outcome {
    var inPlace = new
    var edit = edit
    while true {
      try pause()
      guard let cameOut = try swapBack() else { return .editHolds }
      if cameOut == inPlace { return try end(.editHolds) }
      inPlace = edit
      edit = cameOut
    }
  }

  /// What came out; nil where the name was free.
  private func swapBack() throws(FileFailure) -> String? {
    while true {
      do throws(FileFailure) {
        try root.exchange(staged, path)
        return try root.digest(staged)?.sha256
      } catch {
        guard error.isMissing else { throw error }
      }
      do throws(FileFailure) {
        try root.renameNew(staged, to: path)
        return nil
      } catch {
        guard error.exists else { throw error }
      }
    }
  }

  private func end(_ outcome: Outcome) throws(FileFailure) -> Outcome {
    try root.remove(staged)
    return outcome
  }
}
