internal import Files
internal import Model
internal import Workers

/// Tells how high a photo is when it is upright, as only a worker may find out.
///
/// For one thread; its worker is started when it is needed first.
final class UprightRows {
  private let root: Root
  private let settings: Settings
  private var pool: WorkerPool?

  init(_ root: Root, _ settings: Settings) {
    self.root = root
    self.settings = settings
  }

  deinit { pool?.stop(within: .zero) }

  /// - Returns: its rows, and whether the photo itself says that it does not lie upright.
  func rows(of path: BytePath) throws -> (rows: Int, isTurned: Bool) {
    let pool = try self.pool ?? WorkerPool(executable: WorkerPool.executable(), folder: root.path, count: 1)
    self.pool = pool
    let request = RenderRequest(
      original: WirePath(path.bytes), attributes: Attributes(), settings: settings, outputs: [])
    let outcome = try pool.render(request, retries: settings.retries) { _ throws(FileFailure) in
      var files = OpenFiles()
      files.add(try root.reading(path))
      return files
    }
    switch outcome {
    case .reply(.rendered(let rendering)):
      return (rendering.original?.size.height ?? 0, rendering.isTurned)
    case .reply(.refused(let problem)): throw RowFailure(problem.explanation)
    case .reply(.unable(let problem)), .unable(let problem): throw CommandProblem.node(problem)
    case .reply(.same), .reply(.shown), .died, .stopped:
      throw CommandProblem.node(.workerProtocol(Message("protocol.otherRequest")))
    }
  }
}
