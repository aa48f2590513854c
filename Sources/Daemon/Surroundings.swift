internal import Model

/// What the scheduler has done by others; by default nothing.
struct Surroundings: Sendable {
  /// Asks for a new beginning: Tondo's own folder or the ledger is lost.
  var renew: @Sendable () -> Void = {}
  /// Shows how work stands, now and then when that has changed; nil where nobody looks.
  var show: (@Sendable (Standing) -> Void)?
  /// New settings are being read.
  var reloading: @Sendable () -> Void = {}
  /// They have been, and these are in force.
  var reloaded: @Sendable (Settings) -> Void = { _ in }
  /// Once it is expressed, comparisons end early.
  var stopWish = StopWish()
}
