internal import Digest
internal import Exporting
internal import Files
internal import Model
internal import Workers

/// Finds the image of an id that is to go out, or has a worker make it.
struct ExportImages: Sendable {
  let root: Root
  let pools: Pools
  let settings: Settings
  let wish: ImageWish

  /// Nil where the folders do not hold any more, or not yet, what the record says.
  func exported(_ id: AvatarID, _ record: Record) throws(CommandProblem) -> Exported? {
    if wish.withOriginal, let original = record.original, record.attributes.placeholder == nil {
      return try whole(id, original, record)
    }
    guard let output = wish.output(record) else { return nil }
    var image = try published(id, record, output)
    if image == nil { image = try made(id, record, output) }
    return image.map { Exported(id: id, image: $0, format: InputFormat(output.format)) }
  }

  // MARK: As it lies there

  private func published(_ id: AvatarID, _ record: Record, _ output: Output) throws(CommandProblem)
    -> [UInt8]?
  {
    let file = id.file(output.suffix)
    guard output.quality == nil,
      let avatar = record.avatars.first(where: { Array($0.file.utf8) == file.name }),
      avatar.bytes <= output.maxBytes ?? .max
    else { return nil }
    return try bytes(Places.avatars.appending(file), avatar.bytes, avatar.sha256)
  }

  /// The original, and what is seen of it.
  private func whole(_ id: AvatarID, _ original: Record.Original, _ record: Record) throws(CommandProblem)
    -> Exported?
  {
    let facts = original.facts
    guard record.attributes.rotation == .none else {
      throw .badData(Explanation("export.run.rotated", ["id": escaped(id.path.bytes)]))
    }
    if let limit = wish.maxBytes, facts.bytes > limit {
      throw .badData(
        Explanation(
          "export.run.tooLarge", ["id": escaped(id.path.bytes), "bytes": facts.bytes, "limit": limit]))
    }
    guard let crop = record.crop, let bytes = try bytes(original.file.path, facts.bytes, facts.sha256) else {
      return nil
    }
    let square = CropRectangle.square(x: Double(crop.x), y: Double(crop.y), size: Double(crop.size))
    return Exported(
      id: id, image: bytes, format: facts.format, clip: .init(crop: square, rows: facts.size.height))
  }

  /// A file's bytes, where they are the known ones.
  private func bytes(_ path: BytePath, _ count: Int, _ sha256: String) throws(CommandProblem) -> [UInt8]? {
    do throws(FileFailure) {
      guard let read = try root.read(path, atMost: count), SHA256.of(read.bytes) == sha256 else { return nil }
      return read.bytes
    } catch {
      if error.isTooLarge { return nil }
      throw .node(error.problem)
    }
  }

  // MARK: Made anew

  private func made(_ id: AvatarID, _ record: Record, _ output: Output) throws(CommandProblem) -> [UInt8]? {
    guard let subject = subject(id, record) else { return nil }
    let isPhoto = record.attributes.placeholder == nil
    var settings = settings
    settings.outputs = [output]
    let attributes = record.attributes
    let request = RenderRequest(
      subject,
      // Of a placeholder that is a photo, the default part is shown.
      attributes: isPhoto
        ? attributes : Attributes(shape: attributes.shape, background: attributes.background),
      settings: settings,
      outputs: [.init(file: WirePath(id.file(output.suffix).bytes), output: output)])
    guard let (rendering, bytes) = try rendered(id, request) else { return nil }
    // Another photo has come meanwhile, or somebody changed this one.
    if isPhoto, rendering.original?.sha256 != record.original?.facts.sha256 { return nil }
    return bytes
  }

  /// What it is made of; nil where that is not known.
  private func subject(_ id: AvatarID, _ record: Record) -> RenderRequest.Subject? {
    guard let placeholder = record.attributes.placeholder else {
      return record.original.map { .photo($0.file) }
    }
    switch placeholder.illustration(of: id, under: settings.placeholder) {
    case .drawing(let drawing): return .drawing(drawing)
    case .image(let path): return .photo(WirePath(Places.placeholders.appending(path.utf8).bytes))
    }
  }

  /// Nil where the photo is not there.
  private func rendered(_ id: AvatarID, _ request: RenderRequest) throws(CommandProblem) -> (
    Rendering, [UInt8]
  )? {
    do {
      var file = try MemoryFile()
      let pool = request.original == nil ? pools.drawings : pools.photos
      let outcome = try pool.render(request, retries: settings.retries) { attempt throws(FileFailure) in
        // What a worker that died has left in it is not to stay.
        if attempt > 1 { file = try MemoryFile() }
        var files = OpenFiles()
        if let original = request.original { files.add(try root.reading(original.path)) }
        files.add(try file.handle())
        return files
      }
      return (try rendering(id, outcome), try file.bytes())
    } catch let failure as FileFailure where failure.isMissing {
      return nil
    } catch { throw CommandProblem(error) }
  }

  private func rendering(_ id: AvatarID, _ outcome: WorkOutcome) throws(CommandProblem) -> Rendering {
    switch outcome {
    case .reply(.rendered(let rendering)): return rendering
    case .reply(.unable(let problem)), .unable(let problem): throw .node(problem)
    case .reply(.refused(let problem)):
      throw .badData(
        Explanation(
          Message("export.run.photo", ["id": escaped(id.path.bytes), "why": problem.explanation.problem]),
          problem.explanation.remedy))
    case .reply(.same), .reply(.shown), .died, .stopped:
      throw .node(.workerProtocol(Message("protocol.otherRequest")))
    }
  }
}

extension InputFormat {
  fileprivate init(_ format: OutputFormat) {
    switch format {
    case .jpeg: self = .jpeg
    case .png: self = .png
    case .webp: self = .webp
    case .avif: self = .avif
    }
  }
}
