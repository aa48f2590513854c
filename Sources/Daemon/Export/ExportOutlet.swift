internal import Files
internal import Model

/// Where an export is to go.
package enum ExportTarget: Sendable {
  /// Standard output; answers false once nobody reads it any more.
  case stream(@Sendable ([UInt8]) -> Bool)
  /// The path of a file that there will be once it is whole.
  case file([UInt8])
  /// The path of a folder, which is made where it is missing.
  case folder([UInt8])
}

/// The same, opened.
///
/// Files come into being whole: each has another, hidden name until then.
struct ExportOutlet {
  private let place: Place
  private let replaces: Bool

  private enum Place {
    case stream(@Sendable ([UInt8]) -> Bool)
    case file(Root, BytePath, Draft)
    case folder(Root)
  }

  /// In the root that is exported, `source`, nothing is replaced and nothing added to.
  init(_ target: ExportTarget, besides source: Root, replacing: Bool) throws(CommandProblem) {
    replaces = replacing
    switch target {
    case .stream(let put): place = .stream(put)
    case .file(let path):
      let (root, name) = try Self.parent(path, besides: source)
      if !replacing, try problems({ () throws(FileFailure) in try root.look(name) }) != nil {
        throw .exists(escaped(path))
      }
      try problems { () throws(FileFailure) in try Self.sweep(root) }
      place = .file(root, name, try problems { () throws(FileFailure) in try Self.draft(in: root) })
    case .folder(let path):
      let root = try Self.folder(path, besides: source)
      try problems { () throws(FileFailure) in try Self.sweep(root) }
      place = .folder(root)
    }
  }

  /// Adds to the stream or file; answers false once nobody wants more.
  func add(_ bytes: [UInt8]) throws(CommandProblem) -> Bool {
    switch place {
    case .stream(let put): return put(bytes)
    case .file(_, _, let draft): try problems { () throws(FileFailure) in try draft.add(bytes) }
    case .folder: break
    }
    return true
  }

  /// Adds a file to the folder.
  func add(_ bytes: [UInt8], as name: [UInt8]) throws(CommandProblem) {
    guard case .folder(let root) = place, let path = BytePath(name) else { return }
    do throws(FileFailure) {
      if !replaces, try root.look(path) != nil { throw FileFailure.isTaken(path) }
      let draft = try Self.draft(in: root)
      try draft.add(bytes)
      try give(draft, path)
    } catch {
      if error.exists { throw .exists(path.shown) }
      guard error.isAboutNames else { throw .node(error.problem) }
      throw .badData(Explanation("export.run.name", ["name": path.shown]))
    }
  }

  /// All is there.
  func finish() throws(CommandProblem) {
    do throws(FileFailure) {
      switch place {
      case .stream: break
      case .file(let root, let name, let draft):
        try give(draft, name)
        try root.syncFolder(.here)
      case .folder(let root): try root.syncFolder(.here)
      }
    } catch { throw error.exists ? .exists(error.path) : .node(error.problem) }
  }

  private func give(_ draft: Draft, _ name: BytePath) throws(FileFailure) {
    try draft.sync()
    if replaces { try draft.replace(name) } else { try draft.place(as: name, folderMode: Mode.avatarFolder) }
  }

  // MARK: Folders

  private static func parent(_ path: [UInt8], besides source: Root) throws(CommandProblem) -> (Root, BytePath)
  {
    let cut = path.lastIndex(of: BytePath.separator) ?? 0
    guard let name = BytePath(path[(cut + 1)...]), !name.bytes.isEmpty else {
      throw .noInput(Message("input.noFile", ["path": escaped(path)]))
    }
    return (try open(cut == 0 ? [BytePath.separator] : Array(path[..<cut]), besides: source), name)
  }

  private static func open(_ path: [UInt8], besides source: Root) throws(CommandProblem) -> Root {
    let folder: Root
    do throws(FileFailure) { folder = try Root(opening: path) } catch {
      throw error.isMissing
        ? .noInput(Message("input.noFolder", ["path": escaped(path)])) : .node(error.problem)
    }
    guard !folder.withoutLinks(.here).starts(with: source.withoutLinks(.here)) else {
      throw .usage(Message("export.usage.inRoot", ["path": escaped(path)]))
    }
    return folder
  }

  private static func folder(_ path: [UInt8], besides source: Root) throws(CommandProblem) -> Root {
    do throws(CommandProblem) { return try open(path, besides: source) } catch {
      guard case .noInput = error else { throw error }
    }
    let (root, name) = try parent(path, besides: source)
    try problems { () throws(FileFailure) in try root.makeFolders(name, mode: 0o755) }
    return try open(path, besides: source)
  }

  // MARK: Drafts

  private static let prefix = Array(".tondo-export-".utf8)
  private static let suffix = Array(".part".utf8)

  private static func draft(in root: Root) throws(FileFailure) -> Draft {
    let path = BytePath.here.appending(prefix + Array("\(Processors.ownNumber)".utf8) + suffix)
    // Of an earlier process that had this number.
    try root.remove(path)
    return try Draft(root, at: path, mode: Mode.image)
  }

  /// Takes away what an export left behind that was killed.
  private static func sweep(_ root: Root) throws(FileFailure) {
    var left: [[UInt8]] = []
    try root.eachName(in: .here) { name in
      guard name.starts(with: prefix), name.suffix(suffix.count).elementsEqual(suffix) else { return true }
      if !Processors.isAlive(Array(name[prefix.count..<(name.count - suffix.count)])) { left.append(name) }
      return true
    }
    // Those of somebody else stay.
    for name in left { _ = try? root.remove(BytePath.here.appending(name)) }
  }
}

private func problems<Result>(_ body: () throws(FileFailure) -> Result) throws(CommandProblem) -> Result {
  do throws(FileFailure) { return try body() } catch { throw .node(error.problem) }
}
