internal import Files
internal import Model

extension Keeper {
  /// Renames, or copies, syncs, compares and removes where the inbox lies on another file system.
  ///
  /// Answers false, and has moved nothing, where the file changed meanwhile.
  func moveAcross(_ path: BytePath, to target: BytePath) throws(FileFailure) -> Bool {
    do throws(FileFailure) {
      try root.renameNew(path, to: target)
      return true
    } catch {
      guard error.number == FileFailure.otherFileSystem, let before = try root.signature(path)
      else { throw error }
      return try copyAcross(path, before, to: target)
    }
  }

  private func copyAcross(
    _ path: BytePath, _ before: FileSignature, to target: BytePath
  ) throws(FileFailure) -> Bool {
    let draft = try draft(for: target)
    try root.remove(draft)
    let copied = try root.copy(path, to: draft, mode: Mode.own)
    guard try root.digest(draft)?.sha256 == copied.sha256, try root.signature(path) == before else {
      try root.remove(draft)
      return false
    }
    do throws(FileFailure) { try root.renameNew(draft, to: target) } catch {
      try root.remove(draft)
      throw error
    }
    try root.syncFolder(target.folder)
    try root.remove(path)
    return true
  }

  /// A name on the target's file system that nobody takes for a file: what a crash leaves there is swept, or ignored.
  private func draft(for target: BytePath) throws(FileFailure) -> BytePath {
    if target.below(Places.inbox) != nil {
      return target.folder.appending(Array(".tondo-".utf8) + target.name.suffix(200))
    }
    try root.makeFolders(Places.staging, mode: Mode.ownFolder)
    return Places.staging.appending("moving".utf8)
  }
}

/// The name of a file in `replaced/`, taken apart: `jane.20261130T120000Z.jpg`, perhaps with `-2` behind the stamp.
struct Stamped {
  /// `20261130T120000Z`.
  let stamp: String

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
      guard Self.isTurn(middle.dropFirst(Self.shape.count)) else { continue }
      stamp = String(decoding: middle.prefix(Self.shape.count), as: UTF8.self)
      return
    }
    return nil
  }

  private static let shape = Array("00000000T000000Z".utf8)
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private static func isStamp(_ text: ArraySlice<UInt8>) -> Bool {
    text.map { digits.contains($0) ? UInt8(ascii: "0") : $0 } == shape
  }

  /// Nothing, or as in `-2`.
  private static func isTurn(_ text: ArraySlice<UInt8>) -> Bool {
    text.isEmpty || text.first == UInt8(ascii: "-") && text.count > 1 && text.dropFirst().allSatisfy(digits.contains)
  }
}
