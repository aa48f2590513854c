internal import Files
internal import Ledger
internal import Model
internal import Publishing
internal import Reconciling
internal import Workers

/// Takes one assignment after the other: renders it with a worker, and publishes what was made.
struct Lane: Sendable {
  let scheduler: Scheduler
  let pool: WorkerPool
  /// Workers that draw, and are given no photos.
  let drawing: WorkerPool
  let root: Root
  let publisher: Publisher

  func run() async {
    while let assignment = await scheduler.next() {
      let started = SuspendingClock.now
      let outcome = await perform(assignment, started)
      await scheduler.finished(assignment, outcome)
    }
  }

  private func perform(_ assignment: Assignment, _ started: SuspendingClock.Instant) async -> Outcome {
    do throws(FileFailure) {
      try root.removeTree(assignment.staging)
      try root.makeFolders(assignment.staging, mode: Mode.ownFolder)
    } catch { return .unable(error.problem) }
    let rendered = await render(assignment)
    await scheduler.rendered(assignment, by: rendered.decoder)
    switch rendered {
    case .made(let rendering): return publish(assignment, rendering, started)
    case .ended(let outcome): return outcome
    }
  }

  private enum Rendered {
    case made(Rendering)
    case ended(Outcome)

    var decoder: Rendering.Decoder? { if case .made(let rendering) = self { rendering.decoder } else { nil } }
  }

  /// A job whose worker died is tried again on a fresh one.
  private func render(_ assignment: Assignment) async -> Rendered {
    var hasDied = false
    while true {
      let attempts = await scheduler.count(assignment.claim)
      switch attempt(assignment, onFreshWorker: hasDied) {
      case .reply(.rendered(let rendering)): return .made(rendering)
      case .reply(.same): return .ended(.same)
      case .reply(.shown): return .ended(.unable(.workerProtocol(Message("protocol.otherRequest"))))
      case .reply(.refused(let problem)): return .ended(.refused(problem, attempts: attempts))
      case .reply(.unable(let problem)), .unable(let problem): return .ended(.unable(problem))
      case .stopped: return .ended(.stopped)
      case .died(let how):
        await scheduler.workerDied(assignment, how, attempt: attempts)
        if attempts > assignment.retries {
          return .ended(.refused(.workerDied(signal: how, attempts: attempts), attempts: attempts))
        }
        hasDied = true
      }
    }
  }

  /// Opens the photo and makes the files of its avatars, anew where a worker died on them, for a worker to fill.
  private func attempt(_ assignment: Assignment, onFreshWorker fresh: Bool) -> WorkOutcome {
    let request = assignment.request
    var files = OpenFiles()
    var pool = drawing
    if let original = request.original {
      pool = self.pool
      do throws(FileFailure) { files.add(try root.reading(original.path)) } catch {
        return error.isShortage ? .unable(error.problem) : .reply(.refused(.unreadable(number: error.number)))
      }
    }
    do throws(FileFailure) {
      for target in request.outputs { files.add(try root.making(target.file.path, mode: Mode.image)) }
    } catch { return .unable(error.problem) }
    return pool.render(request, files, onFreshWorker: fresh)
  }

  private func publish(
    _ assignment: Assignment, _ rendering: Rendering, _ started: SuspendingClock.Instant
  ) -> Outcome {
    let publication: Publication
    do throws(Publisher.Obstacle) {
      publication = try publisher.prepare(order(assignment, rendering), in: assignment.staging)
    } catch {
      switch error {
      case .changed: return .changed
      case .failed(let failure): return outcome(failure)
      }
    }
    do throws(FileFailure) { try publisher.commit(publication, in: assignment.staging) } catch {
      return outcome(error)
    }
    do throws(FileFailure) {
      let record = try publisher.carryOut(publication)
      let milliseconds = Int((SuspendingClock.now - started) / .milliseconds(1))
      return .published(publication, record, milliseconds: milliseconds)
    } catch {
      // A name was taken at the last moment: what was done so far is a state like any other, to be decided anew.
      return root.isOnlyThere(error) ? .changed : .begun(publication, error.problem)
    }
  }

  private func outcome(_ failure: FileFailure) -> Outcome {
    root.isOnlyThere(failure)
      ? .nameTaken(failure.folderProblem) : .unable(failure.problem)
  }

  private func order(_ assignment: Assignment, _ rendering: Rendering) -> Order {
    let making = assignment.making
    let rendering = making.source == nil ? rendering.standingIn(as: making.attributes) : rendering
    let now = Timestamp.now()
    return Order(
      id: assignment.claim.id, source: making.source.map { .init($0.path, $0.signature) },
      record: assignment.record,
      rendering: rendering, outputs: assignment.outputs, staged: assignment.request.outputs.map(\.file.path),
      jobs: making.jobs.map { .init($0.path, $0.signature) },
      superseded: making.superseded.map { .init($0.path, $0.signature) }, expectedManifest: making.manifest,
      made: assignment.made(assignment.claim.id, rendering.original?.sha256, rendering.attributes),
      warnings: (rendering.warnings.map(\.message) + making.superseded.map(warning)).map(Warning.init),
      processed: now.seconds,
      stamp: now.stamp)
  }

  private func warning(_ earlier: Arrival) -> Message {
    Message("warning.superseded", ["name": escaped(earlier.path.name)])
  }
}
