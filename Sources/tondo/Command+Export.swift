internal import Daemon
internal import Exporting
internal import Model

extension Command {
  func export(_ arguments: Arguments) throws(CommandProblem) -> Int32 {
    var words = try arguments.texts()
    guard !words.isEmpty else { throw .usage(Message("export.usage.format", ["known": Self.knownFormats])) }
    let format = try format(words.removeFirst())
    try refuseForeign(arguments, format)
    let wish = ExportWish(
      try form(format, arguments), ids: try ids(words), image: try imageWish(format, arguments))
    let target = try target(format, arguments)
    let exporter = try Exporter(
      root(arguments), config: arguments["config"].map(absolute), wish, to: target,
      replacing: arguments.has("force"))
    defer { exporter.end() }
    return try run(exporter, arguments, showsProgress: target.isFile && !arguments.has("quiet"))
  }

  private func run(
    _ exporter: Exporter, _ arguments: Arguments, showsProgress: Bool
  ) throws(CommandProblem) -> Int32 {
    let count = try exporter.count()
    var progress = Progress(of: count)
    let tally = try exporter.run { tally, problems in
      if showsProgress, !problems.isEmpty { progress.clear() }
      for problem in problems { Terminal.tell(problem) }
      if showsProgress {
        progress.show(tally.done, Message("render.progress", ["done": tally.done, "total": count]))
      }
    }
    if showsProgress {
      progress.clear()
      Terminal.note(Message("export.run.done", ["exported": tally.exported, "failed": tally.failed]))
    }
    return tally.exitCode
  }

  // MARK: What

  private static let knownFormats = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")

  private func format(_ word: String) throws(CommandProblem) -> ExportFormat {
    guard let format = ExportFormat(rawValue: word) else {
      let nearest = nearest(to: word, among: ExportFormat.allCases.map(\.rawValue))
      throw .usage(
        nearest.map { Usage.unknown("export", escaped(word.utf8), nearest: $0) }
          ?? Message("export.usage.format", ["known": Self.knownFormats]))
    }
    return format
  }

  /// What is for another format would be ignored without a word.
  private func refuseForeign(_ arguments: Arguments, _ format: ExportFormat) throws(CommandProblem) {
    let foreign = options.filter { option in
      arguments.has(option.name) && !(ExportFormat.common + format.options).contains(option)
    }
    guard let option = foreign.first else { return }
    throw .usage(Message("export.usage.option", ["option": "--\(option.name)", "format": format.rawValue]))
  }

  private func ids(_ words: [String]) throws(CommandProblem) -> [AvatarID] {
    var ids: [AvatarID] = []
    for word in words {
      guard let id = AvatarID(word) else { throw .usage(Message("usage.noID", ["id": escaped(word.utf8)])) }
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  private func form(_ format: ExportFormat, _ arguments: Arguments) throws(CommandProblem) -> ExportWish.Form
  {
    switch format {
    case .csv: return .csv
    case .jsonl: return .jsonl
    case .folder: return .folder(try NamePattern(arguments["pattern"] ?? NamePattern.usual))
    case .vcard: return .vcard(VCardWriter(try word("card-version", arguments, usual: .three)))
    case .ldif:
      guard let pattern = arguments["dn"] else { throw .usage(Message("export.usage.dn")) }
      return .ldif(
        try LDIFWriter(dn: pattern, attribute: try word("attribute", arguments, usual: .jpegPhoto)))
    }
  }

  /// An option that is one of a few words.
  private func word<Word: CaseIterable & RawRepresentable<String>>(
    _ option: String, _ arguments: Arguments, usual: Word
  ) throws(CommandProblem) -> Word {
    guard let text = arguments[option] else { return usual }
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage(
        Message("export.usage.word", ["option": "--\(option)", "word": escaped(text.utf8), "known": known]))
    }
    return word
  }

  private func imageWish(_ format: ExportFormat, _ arguments: Arguments) throws(CommandProblem) -> ImageWish {
    var options = Options()
    options.sizes = arguments.all("size").suffix(1)
    options.format = arguments["format"]
    options.quality = arguments["quality"]
    options.maxBytes = arguments["max-bytes"]
    let output: Output?
    do throws(DocumentProblem) { output = try options.outputs()?.first } catch {
      throw .usage(error.explanation.whole)
    }
    var wish = ImageWish()
    if !options.sizes.isEmpty { wish.size = output?.size }
    wish.format = options.format == nil ? format.imageFormat : output?.format
    wish.quality = output?.quality
    wish.maxBytes = output?.maxBytes ?? format.maxBytes
    wish.withOriginal = arguments.has("with-original")
    return wish
  }

  // MARK: Where to

  private func target(_ format: ExportFormat, _ arguments: Arguments) throws(CommandProblem) -> ExportTarget {
    let out = arguments["out"].flatMap { $0 == "-" ? nil : absolute($0) }
    guard format != .folder else {
      guard let out else { throw .usage(Message("export.usage.out")) }
      return .folder(out)
    }
    return out.map { .file($0) } ?? .stream { Terminal.put($0) }
  }
}

extension ExportTarget {
  fileprivate var isFile: Bool { if case .stream = self { false } else { true } }
}
