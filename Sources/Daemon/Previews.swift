internal import Files
internal import Model
internal import Publishing
internal import Serving
internal import Workers

/// Upright originals, made small by a worker, and kept for the next time.
///
/// One at a time: they go before all other work, and must not take all workers.
actor Previews {
  private let executor = QueueExecutor("tondo.previews")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let root: Root
  private let keeper: Keeper
  private let pool: WorkerPool
  private var count = 0

  /// Pixels, as many as the page can show well.
  private static let output = Output(size: 1600, format: .jpeg, quality: 82)

  init(_ root: Root, _ pool: WorkerPool) {
    self.root = root
    self.pool = pool
    keeper = Keeper(root: root)
  }

  /// The preview of an id's original, which lies there and has this digest, as far as is known.
  func preview(_ id: AvatarID, _ original: BytePath, _ sha256: String, _ settings: Settings) throws -> Preview
  {
    if let kept = try open(id, sha256) { return kept }
    count += 1
    let staged = Places.staging.appending("preview-\(count)".utf8)
    defer { _ = try? root.remove(staged) }
    let shown = try make(original, staged, settings)
    try keeper.keepPreview(staged, as: Keeper.preview(id, of: shown), of: original)
    guard let made = try open(id, shown) else { throw WebProblem.noSuchThing(id.text) }
    return made
  }

  private func open(_ id: AvatarID, _ sha256: String) throws(FileFailure) -> Preview? {
    let path = Keeper.preview(id, of: sha256)
    guard let file = try root.opening(path) else { return nil }
    try root.touch(path)
    let size = file.signature.size
    return Preview(original: sha256, file: HandedFile(file.release(), size: size))
  }

  /// Answers the digest of what was read.
  private func make(_ original: BytePath, _ staged: BytePath, _ settings: Settings) throws -> String {
    var request = RenderRequest(
      original: WirePath(original.bytes), attributes: Attributes(background: .transparent),
      settings: settings,
      outputs: [.init(file: WirePath(staged.bytes), output: Self.output)])
    request.view = .whole
    let outcome = try pool.render(request, retries: settings.retries, isUrgent: true) {
      _ throws(FileFailure) in
      var files = OpenFiles()
      files.add(try root.reading(original))
      files.add(try root.making(staged, mode: Mode.own))
      return files
    }
    switch outcome {
    case .reply(.shown(let sha256)): return sha256
    case .reply(.refused(let problem)): throw WebProblem.photo(problem)
    case .reply(.unable(let problem)), .unable(let problem): throw WebProblem.node(problem)
    case .stopped, .died, .reply: throw WebProblem.stopping
    }
  }
}
