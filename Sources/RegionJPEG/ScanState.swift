/// How far a scan has been read.
struct ScanState {
  var reader = BitReader()
  /// The DC coefficient before, of each component: PRED (T.81 F.2.1.3.1).
  var predictions = Predictions(repeating: 0)

  /// Begins anew, as behind a restart marker (T.81 F.2.1.3.1).
  mutating func restart() {
    let isDamaged = reader.isDamaged
    self = ScanState()
    reader.isDamaged = isDamaged
  }
}
