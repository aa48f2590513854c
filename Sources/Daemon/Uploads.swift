internal import Files
internal import Model
internal import Serving
internal import Synchronization

/// Originals that arrive over HTTP: each in a hidden file beside its place, or above it where folders are missing, on a
/// thread that only writes.
actor Uploads {
  private let executor = QueueExecutor("tondo.uploads")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let root: Root
  private var count = 0

  private static let prefix = Array(".tondo-upload-".utf8)
  private static let suffix = Array(".part".utf8)

  init(_ root: Root) { self.root = root }

  /// A name under which a file is written beside its place.
  static func hiddenName(_ middle: String) -> [UInt8] { prefix + Array(middle.utf8) + suffix }

  /// Whether a name is that of an upload; before a daemon works, of one that nobody will finish.
  static func isUpload(_ name: [UInt8]) -> Bool {
    name.starts(with: prefix) && name.suffix(suffix.count).elementsEqual(suffix)
  }

  func begin(_ below: BytePath) throws -> any Upload {
    try Self.check(below)
    let path = Places.inbox.appending(below)
    guard try root.look(path) == nil else { throw WebProblem.stillWaiting(below.shown) }
    count += 1
    let hidden = try root.lastFolder(towards: path, below: Places.inbox).appending(
      Self.hiddenName("\(Processors.ownNumber)-\(count)"))
    let draft = try Draft(root, at: hidden, mode: Mode.own)
    return Arriving(uploads: self, draft: draft, path: path)
  }

  /// Refuses what would not be taken from the inbox.
  private static func check(_ below: BytePath) throws(WebProblem) {
    guard AvatarID(original: below) != nil, below.name.count <= 255 else {
      throw .badName(below.text == nil ? .notUTF8 : .nameTooLong(bytes: withoutExtension(below.name).count))
    }
    let parts = below.parts.map { Array($0) }
    let isIgnored =
      parts.dropLast().contains { Ignore.name($0, isFolder: true) }
      || Ignore.name(below.name, isFolder: false)
    if isIgnored { throw .ignoredName(below.shown) }
    switch Document.kind(of: below.name) {
    case .photo: break
    case .book: throw .badName(.book)
    case .job, .strayJSON: throw .badName(.strayJSON)
    }
  }

  fileprivate func add(_ bytes: [UInt8], to draft: Draft) throws { try draft.add(bytes) }

  fileprivate func finish(_ draft: Draft, as path: BytePath) throws {
    do throws(FileFailure) { try draft.finish(as: path, folderMode: Mode.avatarFolder) } catch {
      throw error.exists ? WebProblem.stillWaiting(path.shown) : WebProblem(error)
    }
  }

  fileprivate func discard(_ draft: Draft) { draft.discard() }
}

/// One of them.
private struct Arriving: Upload {
  let uploads: Uploads
  let draft: Draft
  let path: BytePath

  func add(_ bytes: [UInt8]) async throws(WebProblem) {
    do { try await uploads.add(bytes, to: draft) } catch { throw WebProblem(error) }
  }

  func finish() async throws(WebProblem) {
    do { try await uploads.finish(draft, as: path) } catch { throw WebProblem(error) }
  }

  func abandon() async { await uploads.discard(draft) }
}
