internal import Ledger
internal import Model
internal import Publishing
internal import Reconciling

/// One id's work for a lane: what to render, and what is needed to publish it.
struct Assignment: Sendable {
  var claim: Claim
  var making: Making
  var record: Record?
  /// A folder of this assignment's own.
  var staging: BytePath
  var request: RenderRequest
  var outputs: [Output]
  var retries: Int
  /// The fingerprint of an id's digest and attributes under the settings in force.
  var made: @Sendable (AvatarID, String?, Attributes) -> String
}

/// How an assignment ended.
enum Outcome: Sendable {
  case published(Publication, Record, milliseconds: Int)
  /// The photo has the same bytes as the kept original.
  case same
  case refused(PhotoProblem, attempts: Int)
  case nameTaken(FolderProblem)
  /// Photo or manifest changed meanwhile.
  case changed
  case unable(NodeProblem)
  /// As `unable`, but the publication has begun and must be finished.
  case begun(Publication, NodeProblem)
  case stopped
}
