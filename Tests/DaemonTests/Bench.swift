import Digest
import Files
import Foundation
import Ledger
import Model
import Reconciling
import Scratch
import Testing
import Watching

@testable import Daemon
@testable import Publishing

/// A scheduler on a root of its own, whose lane is the test: no worker, no watcher, and nothing has to settle.
final class Bench: Sendable {
  let scratch: Scratch
  let scheduler: Scheduler

  init(_ scratch: Scratch, settings: Settings = Bench.settings) throws {
    self.scratch = scratch
    let site = try Site.claim(scratch.root.path)
    site.release()
    scheduler = Scheduler(
      root: scratch.root, ledger: try OpenLedger.writable(scratch.root), settings: settings,
      file: SettingsFile(root: scratch.root, named: nil), log: Log(style: .silent))
  }

  static var settings: Settings {
    var settings = Settings()
    settings.settle = 0
    settings.rescan = 0
    settings.workers = 4
    settings.outputs = [Output(size: 32, format: .png)]
    return settings
  }

  /// Tells of changes, as the watcher would.
  func change(_ names: String...) async {
    await scheduler.note(Set(names.map { .file(path($0)) }))
  }

  /// Tells of changes that lead to comparisons, and waits for these.
  func compare(_ changes: Change...) async {
    await scheduler.note(Set(changes))
    while let comparing = await scheduler.comparing { await comparing.value }
  }

  /// The next work; nil where there is none.
  func next() async -> Assignment? { await scheduler.ready() }

  /// Does all work there is, as a lane with a worker that takes everything for a photo.
  func work() async throws {
    while let assignment = await next() { await scheduler.finished(assignment, try render(assignment)) }
  }

  /// Makes avatars of an assignment and publishes them.
  func render(_ assignment: Assignment) throws -> Outcome {
    let text = assignment.making.source.map { scratch.text($0.path.shown) ?? "" } ?? "a placeholder"
    if assignment.request.known.contains(digest(text)) { return .same }
    let publisher = Publisher(root: scratch.root)
    let publication: Publication
    do { publication = try publisher.prepare(order(assignment, text), in: assignment.staging) } catch {
      guard case Publisher.Obstacle.failed(let failure) = error, scratch.root.isOnlyThere(failure)
      else { return .changed }
      return .nameTaken(failure.folderProblem)
    }
    try publisher.commit(publication, in: assignment.staging)
    return .published(publication, try publisher.carryOut(publication), milliseconds: 1)
  }

  func order(_ assignment: Assignment, _ text: String) throws -> Order {
    var made: [Rendering.Made] = []
    for target in assignment.request.outputs {
      let avatar = "\(text) at \(target.output.size)"
      try scratch.write(target.file.path.shown, avatar)
      made.append(.init(size: target.output.size, bytes: avatar.utf8.count, sha256: digest(avatar)))
    }
    let making = assignment.making
    var attributes = making.attributes
    if attributes.placement == nil, making.source != nil { attributes.placement = .centre }
    let facts = OriginalFacts(
      sha256: digest(text), bytes: text.utf8.count, format: .jpeg, size: PixelSize(width: 30, height: 40))
    let photo = Rendering(
      original: facts, attributes: attributes, crop: CropSquare(x: 0, y: 5, size: 30), avatars: made,
      warnings: [])
    let rendering = making.source == nil ? photo.standingIn(as: attributes) : photo
    return Order(
      id: assignment.claim.id, source: making.source.map { .init($0.path, $0.signature) },
      record: assignment.record, rendering: rendering, outputs: assignment.outputs,
      staged: assignment.request.outputs.map(\.file.path),
      jobs: making.jobs.map { .init($0.path, $0.signature) },
      superseded: making.superseded.map { .init($0.path, $0.signature) }, expectedManifest: making.manifest,
      made: assignment.made(assignment.claim.id, rendering.original?.sha256, attributes), warnings: [],
      processed: "2026-11-30T12:00:00Z",
      stamp: "20261130T120000Z")
  }

  var status: StatusReport {
    get throws { try StatusReport(scratch.root.path, ids: [], listFailed: true) }
  }

  /// The files that are not Tondo's own.
  var files: [String] { scratch.files().filter { !$0.hasPrefix(".tondo") } }
}

func digest(_ text: String) -> String { SHA256.of(Array(text.utf8)) }

extension Scheduler {
  var isPaused: Bool { pause != nil }
  /// Paths that are remembered though nothing lies there.
  var memory: Int { inbox.all.count + settler.paths.count + patience.count + held.count + changedOnce.count }
}

extension Message {
  var english: String { text(in: .english) }
}
