internal import Digest
internal import Dispatch
internal import Files
internal import Glibc
package import Model
internal import Workers

/// `tondo render`: avatars and a manifest of single photos, without root and daemon.
package struct Renderer: Sendable {
  /// What is asked for every original.
  package struct Wish: Sendable {
    package var attributes: Attributes
    package var outputs: [Output]
    /// The folder that is written to.
    package var out: [UInt8]
    package var force: Bool
    /// Decide the crop and write nothing.
    package var dryRun: Bool

    package init(attributes: Attributes, outputs: [Output], out: [UInt8], force: Bool, dryRun: Bool) {
      self.attributes = attributes
      self.outputs = outputs
      self.out = out
      self.force = force
      self.dryRun = dryRun
    }
  }

  /// What became of one original.
  package struct Made: Sendable {
    package var manifest: Manifest
    /// The names of the files written.
    package var files: [String]
  }

  package typealias Outcome = Result<Made, CommandProblem>

  private let root: Root
  private let pool: WorkerPool
  private let wish: Wish
  private let settings: Settings

  package init(_ wish: Wish) throws(CommandProblem) {
    try self.init(wish, worker: WorkerPool.executable())
  }

  init(_ wish: Wish, worker: [UInt8]) throws(CommandProblem) {
    self.wish = wish
    var settings = Settings()
    settings.outputs = wish.outputs
    self.settings = settings
    do throws(FileFailure) { root = try Root(opening: wish.out) } catch {
      throw error.isMissing
        ? .noInput(Message("input.noFolder", ["path": escaped(wish.out)])) : .node(error.problem)
    }
    do throws(NodeProblem) {
      pool = try WorkerPool(executable: worker, folder: [UInt8(ascii: ".")], count: Processors.count)
    } catch { throw .node(error) }
  }

  package func end() { pool.stop(within: .zero) }

  /// Renders originals, given by their paths, as many at once as there are cores.
  ///
  /// As they get done `tell` is given how many are, and the outcomes whose turn has come: they are in the order of the
  /// originals.
  package func render(_ originals: [[UInt8]], tell: (_ done: Int, _ next: [Outcome]) -> Void) {
    let pieces = pieces(originals)
    let finished = Gate(Finished(count: pieces.count))
    DispatchQueue.global().async {
      DispatchQueue.concurrentPerform(iterations: pieces.count) { index in
        let outcome = outcome(pieces[index])
        finished.locked { $0.put(outcome, at: index) }
      }
    }
    var told = 0
    while told < pieces.count {
      let (done, next) = finished.wait { $0.news() }
      told += next.count
      tell(done, next)
    }
  }

  private func outcome(_ piece: Result<Piece, CommandProblem>) -> Outcome {
    do throws(CommandProblem) { return .success(try render(piece.get())) } catch { return .failure(error) }
  }

  /// Outcomes as they come, and how far they have been told.
  private struct Finished: Sendable {
    private var outcomes: [Outcome?]
    private var done = 0
    private var doneAndTold = 0
    private var told = 0

    init(count: Int) { outcomes = Array(repeating: nil, count: count) }

    mutating func put(_ outcome: Outcome, at index: Int) {
      outcomes[index] = outcome
      done += 1
    }

    /// How many are done, and those that follow what was told; nil where nothing has changed.
    mutating func news() -> (done: Int, next: [Outcome])? {
      guard done > doneAndTold else { return nil }
      doneAndTold = done
      let next = outcomes[told...].prefix { $0 != nil }.compactMap(\.self)
      told += next.count
      return (done, next)
    }
  }

  private struct Piece: Sendable {
    let original: [UInt8]
    let name: [UInt8]
    let id: AvatarID
    let staging: BytePath
  }

  /// What is to be done; decided beforehand, so that of two originals with one id the first one has it.
  private func pieces(_ originals: [[UInt8]]) -> [Result<Piece, CommandProblem>] {
    var first: [AvatarID: [UInt8]] = [:]
    return originals.enumerated().map { index, original in
      let name = Array(original.split(separator: UInt8(ascii: "/")).last ?? [])
      guard let path = BytePath(name), let id = AvatarID(original: path) else {
        return .failure(
          .badData(
            Explanation(
              Message("input.name", ["path": escaped(original), "limit": AvatarID.longestName]), nil)))
      }
      if let other = first[id], !wish.dryRun {
        return .failure(.madeTwice(escaped(original), of: escaped(other)))
      }
      first[id] = original
      let staging = BytePath(".tondo-\(getpid())-\(index)") ?? .here
      return .success(Piece(original: original, name: name, id: id, staging: staging))
    }
  }

  private func render(_ piece: Piece) throws(CommandProblem) -> Made {
    let (id, staging) = (piece.id, piece.staging)
    if !wish.force, !wish.dryRun { try refuseExisting(id) }
    do throws(FileFailure) {
      if !wish.dryRun { try root.makeFolders(staging, mode: 0o700) }
    } catch { throw cannotCreate(error) }
    defer { try? root.removeTree(staging) }
    let rendering = try rendered(piece.original, request(id, piece.original, staging))
    return try publish(id, piece.name, rendering, staging)
  }

  private func refuseExisting(_ id: AvatarID) throws(CommandProblem) {
    for name in settings.outputs.map({ id.file($0.suffix) }) + [id.file(".json")] {
      do throws(FileFailure) {
        if try root.look(name) == nil { continue }
      } catch { throw cannotCreate(error) }
      throw .exists(name.shown)
    }
  }

  private func request(_ id: AvatarID, _ original: [UInt8], _ staging: BytePath) -> RenderRequest {
    let targets = (wish.dryRun ? [] : settings.outputs).map { output in
      RenderRequest.Target(
        file: WirePath(staging.appending(id.file(output.suffix).name).bytes), output: output)
    }
    return RenderRequest(
      original: WirePath(original), attributes: wish.attributes, settings: settings, outputs: targets)
  }

  private func rendered(_ original: [UInt8], _ request: RenderRequest) throws(CommandProblem) -> Rendering {
    let outcome = try pool.render(request, retries: settings.retries) { _ throws(CommandProblem) in
      try open(original, request)
    }
    switch outcome {
    case .reply(.rendered(let rendering)): return rendering
    case .reply(.refused(.unreadable(let number))): throw cannotRead(original, number)
    case .reply(.refused(let problem)):
      throw bad(original, problem.explanation.whole)
    case .reply(.unable(let problem)), .unable(let problem): throw .node(problem)
    case .reply(.same), .reply(.shown), .died, .stopped: throw bad(original, Message("input.notRendered"))
    }
  }

  private func bad(_ original: [UInt8], _ why: Message) -> CommandProblem {
    .badData(Explanation(Message("input.bad", ["path": escaped(original), "why": why]), nil))
  }

  private func open(_ original: [UInt8], _ request: RenderRequest) throws(CommandProblem) -> OpenFiles {
    var files = OpenFiles()
    do throws(FileFailure) { files.add(try Descriptor(reading: original)) } catch {
      throw cannotRead(original, error.number)
    }
    do throws(FileFailure) {
      for target in request.outputs { files.add(try root.making(target.file.path, mode: Mode.image)) }
    } catch { throw cannotCreate(error) }
    return files
  }

  private func cannotRead(_ original: [UInt8], _ number: Int32) -> CommandProblem {
    switch number {
    case ENOENT, ENOTDIR: .noInput(Message("input.noFile", ["path": escaped(original)]))
    case ELOOP: .badData(Explanation(Message("input.link", ["path": escaped(original)]), nil))
    default: .node(.system(doing: .read, path: escaped(original), number: number))
    }
  }

  private func publish(
    _ id: AvatarID, _ name: [UInt8], _ rendering: Rendering, _ staging: BytePath
  ) throws(CommandProblem) -> Made {
    let manifest = manifest(id, name, rendering)
    if wish.dryRun { return Made(manifest: manifest, files: []) }
    let document = id.file(".json")
    let files = settings.outputs.map { id.file($0.suffix) } + [document]
    do throws(FileFailure) {
      try root.create(staging.appending(document), manifest.text, mode: Mode.document)
      for file in files {
        let staged = staging.appending(file.name)
        if wish.force { try root.rename(staged, to: file) } else { try root.renameNew(staged, to: file) }
      }
    } catch { throw cannotCreate(error) }
    return Made(manifest: manifest, files: files.map(\.shown))
  }

  private func manifest(_ id: AvatarID, _ name: [UInt8], _ rendering: Rendering) -> Manifest {
    let avatars = zip(settings.outputs, rendering.avatars).map { output, made in
      Manifest.Avatar(
        file: id.file(output.suffix).text ?? "", size: made.size, format: output.format, bytes: made.bytes,
        sha256: made.sha256)
    }
    let made = Fingerprint.made(
      original: rendering.original?.sha256, attributes: rendering.attributes, id: id, settings: settings)
    let account = Manifest.Account(
      original: rendering.original.map { .init(file: String(decoding: name, as: UTF8.self), facts: $0) },
      crop: rendering.crop,
      avatars: avatars, warnings: rendering.warnings.map { Warning($0.message) },
      made: SHA256.of(made),
      processed: Timestamp.now().seconds)
    return Manifest(id: id, attributes: rendering.attributes, account: account)
  }

  private func cannotCreate(_ failure: FileFailure) -> CommandProblem {
    failure.exists ? .exists(failure.path) : .node(failure.problem)
  }
}
