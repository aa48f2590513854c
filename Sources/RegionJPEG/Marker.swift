/// The second bytes of markers (T.81, table B.1).
enum Marker {
  static let baseline: UInt8 = 0xC0
  static let extendedSequential: UInt8 = 0xC1
  static let huffmanTables: UInt8 = 0xC4
  static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
  static let startOfImage: UInt8 = 0xD8
  static let endOfImage: UInt8 = 0xD9
  static let startOfScan: UInt8 = 0xDA
  static let quantizationTables: UInt8 = 0xDB
  static let restartInterval: UInt8 = 0xDD
  static let application0: UInt8 = 0xE0
  static let application14: UInt8 = 0xEE
  static let prefix: UInt8 = 0xFF

  /// Whether a segment with a length follows, as behind all but these.
  static func hasSegment(_ marker: UInt8) -> Bool {
    marker >= baseline && !(restarts.lowerBound...endOfImage ~= marker)
  }

  /// What a start of frame asks for that is not supported; nil where it is no such marker.
  static func unsupportedFrame(_ marker: UInt8) -> JPEGError.Unsupported? {
    switch marker {
    case 0xC2: .progressive
    case 0xC3: .lossless
    case 0xC5...0xC7, 0xCD...0xCF, 0xDE: .hierarchical
    case 0xC9...0xCC: .arithmetic
    default: nil
    }
  }
}
