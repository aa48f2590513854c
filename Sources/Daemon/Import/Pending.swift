internal import Model

/// A row that was handed over, or waits until it can be.
struct Pending {
  var parcel: Parcel
  /// What lies in the inbox until the row is done.
  var file: BytePath
  /// Its state before it came there; nil where another file has the name, and the row is looked at again once that is
  /// gone.
  var placed: FileSignature?
  let since = ContinuousClock.now
}

/// What has become of a file in the inbox.
enum Fate {
  case waiting
  /// The record is nil where the manifest alone tells of it.
  case done(Record?)
  case failed(Explanation)
}
