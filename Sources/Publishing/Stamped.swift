internal import Files
internal import Model

/// The name of a file in `replaced/`, taken apart: `jane.20261130T120000Z.jpg`, perhaps with `-2` behind the stamp.
struct Stamped: Comparable {
  private let stamp: [UInt8]
  let turn: Int

  /// Nil where the name is not a stamped one of this id.
  ///
  /// `jane.STAMP.STAMP.jpg` is of the id `jane.STAMP`, which a
  /// person makes who drops an earlier original again.
  init?(_ name: [UInt8], of id: AvatarID) {
    let stem = id.path.name + [UInt8(ascii: ".")]
    guard name.starts(with: stem) else { return nil }
    // Where the original had no extension, the stamp looks like one.
    self.init(withoutExtension(name).dropFirst(stem.count), name.dropFirst(stem.count))
  }

  private init?(_ middles: ArraySlice<UInt8>...) {
    for middle in middles where Self.isStamp(middle.prefix(Self.shape.count)) {
      guard let turn = Self.turn(middle.dropFirst(Self.shape.count)) else { continue }
      stamp = Array(middle.prefix(Self.shape.count))
      self.turn = turn
      return
    }
    return nil
  }

  static func < (left: Stamped, right: Stamped) -> Bool {
    left.stamp == right.stamp ? left.turn < right.turn : left.stamp.lexicographicallyPrecedes(right.stamp)
  }

  private static let shape = Array("00000000T000000Z".utf8)
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private static func isStamp(_ text: ArraySlice<UInt8>) -> Bool {
    text.map { digits.contains($0) ? UInt8(ascii: "0") : $0 } == shape
  }

  /// 1 for nothing, 2 for `-2`.
  private static func turn(_ text: ArraySlice<UInt8>) -> Int? {
    if text.isEmpty { return 1 }
    guard text.first == UInt8(ascii: "-") else { return nil }
    return Int(String(decoding: text.dropFirst(), as: UTF8.self))
  }

  func isOf(_ stamp: String) -> Bool { self.stamp == Array(stamp.utf8) }
}

extension Root {
  /// A name in `replaced/` for a file with this path below the inbox or `originals/`.
  ///
  /// It comes behind all others of its second: the place of one that was pruned meanwhile would make the latest look
  /// like the oldest.
  func freeReplaced(
    _ below: BytePath, _ stamp: String, besides: [BytePath] = []
  ) throws(FileFailure) -> BytePath {
    let path = Places.replaced.appending(below)
    let isThere = try look(path.folder) == .folder
    let taken = besides.map(\.name) + (isThere ? try names(in: path.folder) : [])
    let turns = AvatarID(original: below).map { id in
      taken.compactMap { Stamped($0, of: id) }.filter { $0.isOf(stamp) }.map(\.turn)
    }
    var turn = (turns?.max() ?? 0) + 1
    while taken.contains(Places.stamped(path, stamp, turn: turn).name) { turn += 1 }
    return Places.stamped(path, stamp, turn: turn)
  }
}
