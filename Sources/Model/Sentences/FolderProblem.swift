/// What is wrong with a name, or with what lies where, rather than with a photo or a document.
package enum FolderProblem: Error, Hashable, Sendable, Codable {
  case notUTF8
  case nameTooLong(bytes: Int)
  case noRegularFile
  case strayJSON
  /// An address book or a directory's export, where only a photo is taken.
  case book
  /// The folder in the inbox does not let Tondo take things out of it.
  case cannotTake
  /// The kept original of an id is missing.
  case originalGone(String)
  /// A manifest that stands for no original.
  case manifestWithoutOriginal(String)
  /// Something else has a name that Tondo needs.
  case nameTaken(String, number: Int32)
  /// Somebody made or locked a folder or file so that Tondo cannot work with it.
  case locked(String, number: Int32)
  /// A job for an id that has no original, or only a failed one.
  case jobWithoutOriginal(String)
  /// A job that came with a photo which failed, or is not complete yet.
  case jobWithoutItsPhoto(String)
}

extension FolderProblem: Explained {
  package var explanation: Explanation {
    switch self {
    case .notUTF8: Explanation("folder.notUTF8")
    case .nameTooLong(let bytes):
      Explanation("folder.nameTooLong", ["bytes": bytes, "limit": AvatarID.longestName])
    case .noRegularFile: Explanation("folder.noRegularFile")
    case .strayJSON: Explanation("folder.strayJSON")
    case .book: Explanation("folder.book")
    case .cannotTake: Explanation("folder.cannotTake")
    case .originalGone(let path): Explanation("folder.originalGone", ["path": path])
    case .manifestWithoutOriginal(let id): Explanation("folder.manifestWithoutOriginal", ["id": id])
    case .nameTaken(let path, let number):
      Explanation("folder.nameTaken", ["path": path, "reason": systemText(number)])
    case .locked(let path, let number):
      Explanation("folder.locked", ["path": path, "reason": systemText(number)])
    case .jobWithoutOriginal(let id): Explanation("folder.jobWithoutOriginal", ["id": id])
    case .jobWithoutItsPhoto(let id): Explanation("folder.jobWithoutItsPhoto", ["id": id])
    }
  }
}
