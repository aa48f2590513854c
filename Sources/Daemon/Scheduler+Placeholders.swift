internal import Files
internal import Ledger
internal import Model
internal import Publishing
internal import Watching

/// Placeholders that people ask for on the page.
extension Scheduler {
  /// Has a placeholder shown, as an edit of the manifest would where there is one, else as a job.
  ///
  /// Answers the digest of the manifest's new text; nil where it was a job.
  func put(_ placeholder: Placeholder, of id: AvatarID, over expected: String?) throws -> String? {
    guard phase == .running else { throw WebProblem.stopping }
    guard let record = try ledger.entry(id)?.record ?? adopted(id) else {
      try leaveJob(placeholder, id)
      return nil
    }
    guard let expected else { throw WebProblem.ifMatchMissing }
    var attributes = record.attributes
    attributes.placeholder = placeholder
    return try put(attributes, of: id, over: expected)
  }

  /// In the inbox, where it waits for the photo like any other.
  private func leaveJob(_ placeholder: Placeholder, _ id: AvatarID) throws {
    let path = Places.inbox.appending(id.file(".job.json"))
    if isIgnored(path) { throw WebProblem.ignoredName(id.text) }
    guard try root.look(path) == nil else { throw WebProblem.stillWaiting(path.shown) }
    // Hidden, and whole before it has its name; gone with `draft`, where it gets none.
    let hidden = try root.lastFolder(towards: path, below: Places.inbox).appending(
      ".tondo-upload-job-\(Processors.ownNumber).part".utf8)
    let draft = try Draft(root, at: hidden, mode: Mode.document)
    do throws(FileFailure) {
      try draft.add(Attributes(placeholder: placeholder).json.document)
      try draft.finish(as: path, folderMode: Mode.avatarFolder)
    } catch { throw error.exists ? WebProblem.stillWaiting(path.shown) : WebProblem(error) }
  }
}
