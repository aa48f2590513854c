internal import Digest
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
      throw error.isMissing ? .noInput("there is no folder \(escaped(wish.out))") : .node(error.problem)
    }
    do throws(NodeProblem) {
      pool = try WorkerPool(executable: worker, folder: [UInt8(ascii: ".")], count: 1)
    } catch { throw .node(error) }
  }

  package func end() { pool.stop(within: .zero) }

  /// Renders one original, given by its path.
  package func render(_ original: [UInt8]) throws(CommandProblem) -> Made {
    let name = Array(original.split(separator: UInt8(ascii: "/")).last ?? [])
    guard let path = BytePath(name), let id = AvatarID(original: path) else {
      throw .badData(
        "\(escaped(original)): the name is not UTF-8 text of at most \(AvatarID.longestName) bytes")
    }
    if !wish.force, !wish.dryRun { try refuseExisting(id) }
    let staging = BytePath(".tondo-\(getpid())") ?? .here
    do throws(FileFailure) {
      if !wish.dryRun { try root.makeFolders(staging, mode: 0o700) }
    } catch { throw cannotCreate(error) }
    defer { try? root.removeTree(staging) }
    let rendering = try rendered(original, request(id, original, staging))
    return try publish(id, name, rendering, staging)
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
        file: WirePath(root.absolute(staging.appending(id.file(output.suffix).name))), output: output)
    }
    return RenderRequest(
      original: WirePath(original), attributes: wish.attributes, settings: settings, outputs: targets)
  }

  private func rendered(_ original: [UInt8], _ request: RenderRequest) throws(CommandProblem) -> Rendering {
    let outcome = pool.render(request, retries: settings.retries) { attempt in
      if attempt > 1 { for target in request.outputs { _ = target.file.bytes.withCPath { unlink($0) } } }
    }
    switch outcome {
    case .reply(.rendered(let rendering)): return rendering
    case .reply(.refused(.unreadable(let number))) where number == ENOENT:
      throw .noInput("there is no file \(escaped(original))")
    case .reply(.refused(let problem)):
      throw .badData("\(escaped(original)): \(problem.english.problem). \(problem.english.remedy)")
    case .reply(.unable(let problem)), .unable(let problem): throw .node(problem)
    case .reply(.same), .died, .stopped: throw .badData("\(escaped(original)): not rendered")
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
      original: rendering.original.sha256, attributes: rendering.attributes, settings: settings)
    let account = Manifest.Account(
      original: .init(file: String(decoding: name, as: UTF8.self), facts: rendering.original),
      crop: rendering.crop,
      avatars: avatars, warnings: rendering.warnings.map(\.english), made: SHA256.of(made),
      processed: Timestamp.now().seconds)
    return Manifest(id: id, attributes: rendering.attributes, account: account)
  }

  private func cannotCreate(_ failure: FileFailure) -> CommandProblem {
    failure.exists ? .exists(failure.path) : .node(failure.problem)
  }
}
