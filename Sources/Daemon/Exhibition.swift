internal import Files
internal import Ledger
internal import Model
internal import Serving
internal import Workers

/// What the web page shows and does, by way of catalogue and scheduler.
struct Exhibition: Gallery {
  let scheduler: Scheduler
  let catalogue: Catalogue
  let uploads: Uploads
  let previews: Previews
  let pool: WorkerPool

  func list(_ wish: ListWish) async throws(WebProblem) -> ListPage {
    try await asking { try await catalogue.list(wish) }
  }

  func detail(_ id: AvatarID) async throws(WebProblem) -> Detail {
    try await asking { try await catalogue.detail(id) }
  }

  func image(_ path: BytePath) async throws(WebProblem) -> Image {
    try await asking { try await catalogue.image(path) }
  }

  func put(_ attributes: Attributes, of id: AvatarID, over expected: String) async throws(WebProblem)
    -> String
  {
    try await asking { try await scheduler.put(attributes, of: id, over: expected) }
  }

  func put(_ placeholder: Placeholder, of id: AvatarID, over expected: String?) async throws(WebProblem)
    -> String?
  {
    try await asking { try await scheduler.put(placeholder, of: id, over: expected) }
  }

  func carryOut(_ request: Request) async throws(WebProblem) {
    try await asking { try await scheduler.carryOutNow(request) }
  }

  func upload(to path: BytePath) async throws(WebProblem) -> any Upload {
    // A folder that is not mounted would swallow it.
    if let why = await scheduler.whyIdle { throw .paused(why) }
    return try await asking { try await uploads.begin(path) }
  }

  func preview(_ id: AvatarID) async throws(WebProblem) -> Preview {
    try await asking {
      let kept = try await scheduler.kept(id)
      return try await previews.preview(id, kept.original, kept.sha256, kept.settings)
    }
  }

  func figures() async throws(WebProblem) -> Figures {
    try await asking {
      let status = pool.status()
      return Figures(
        counts: try await catalogue.counts(), oldest: try await catalogue.oldest(), workers: status.alive,
        busyWorkers: status.busy, tally: await scheduler.tally)
    }
  }

  func trouble() async -> Message? { await scheduler.whyIdle }

  private func asking<Result>(_ body: () async throws -> Result) async throws(WebProblem) -> Result {
    do { return try await body() } catch { throw WebProblem(error) }
  }
}

extension WebProblem {
  /// What is told, of whatever was thrown below.
  init(_ error: any Error) {
    switch error {
    case let problem as WebProblem: self = problem
    case let failure as FileFailure where failure.isAboutNames: self = .badName(failure.folderProblem)
    case let failure as FileFailure: self = .node(failure.problem)
    case let problem as NodeProblem: self = .node(problem)
    case LedgerFailure.node(let problem): self = .node(problem)
    default: self = .command(CommandProblem(error))
    }
  }
}
