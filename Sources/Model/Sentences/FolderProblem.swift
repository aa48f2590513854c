/// What is wrong with a name, or with what lies where, rather than with a photo or a document.
package enum FolderProblem: Error, Hashable, Sendable, Codable {
  case notUTF8
  case nameTooLong(bytes: Int)
  case noRegularFile
  case strayJSON
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
  package var english: Explanation {
    switch self {
    case .notUTF8: Explanation("the name is not UTF-8 text", "Rename it, then move it into the inbox again.")
    case .nameTooLong(let bytes):
      Explanation(
        "the name without its extension has \(bytes) bytes; at most \(AvatarID.longestName) are allowed",
        "Give it a shorter name, then move it into the inbox again.")
    case .noRegularFile:
      Explanation(
        "this is a link, pipe, socket or device; only regular files are taken",
        "Put the photo itself into the inbox.")
    case .strayJSON:
      Explanation(
        "the name ends in .json, but does not say that it is a job",
        "Name a job NAME.job.json, and a photo without .json; then move it into the inbox again.")
    case .cannotTake:
      Explanation(
        "its folder does not let tondo take it away (chmod g+w on the folder)",
        "Let the user that tondo runs as write into that folder.")
    case .originalGone(let path):
      Explanation(
        "\(path) is gone; the avatars stay as they are",
        "Put it back, drop the photo again, or remove the id.")
    case .manifestWithoutOriginal(let id):
      Explanation("there is no original for \(id)", "Drop its photo into the inbox, or delete this manifest.")
    case .nameTaken(let path, let number):
      Explanation(
        "something else is in the way at \(path): \(systemText(number))",
        "Give the photo another name, or clear the way.")
    case .locked(let path, let number):
      Explanation(
        "tondo cannot work with \(path): \(systemText(number))",
        "Give the user that tondo runs as read and write permission there, then try again.")
    case .jobWithoutOriginal(let id):
      Explanation(
        "there is no original for \(id) yet", "Drop its photo into the inbox; the job waits for it.")
    case .jobWithoutItsPhoto(let id):
      Explanation(
        "the photo that it came with is not usable yet; \(id) stays as it is",
        "Mend the photo, or drop the job again once the failed photo is gone.")
    }
  }
}
