internal import Files
internal import Model
internal import Workers

/// The two kinds of workers: those that are given photos, and those that draw and may read fonts.
struct Pools: Sendable {
  let photos: WorkerPool
  let drawings: WorkerPool

  init(_ root: Root, _ settings: Settings) throws(CommandProblem) {
    do throws(NodeProblem) {
      // Told now rather than with the first photo.
      try WorkerPool.refuseMissing()
      let (program, count) = (WorkerPool.executable(), Service.count(settings))
      photos = try WorkerPool(executable: program, folder: root.path, count: count)
      // None is started before there is something to draw.
      drawings = try WorkerPool(executable: program, argument: "--draw", folder: root.path, count: count)
    } catch { throw .node(error) }
  }

  func resize(_ count: Int) {
    photos.resize(count)
    drawings.resize(count)
  }

  /// Drawings take no time to speak of: what these are at ends meanwhile.
  func stop(within grace: Duration) {
    photos.stop(within: grace)
    drawings.stop(within: grace)
  }
}
