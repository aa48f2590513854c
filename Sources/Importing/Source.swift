package import Files
package import Model

/// What `tondo import` is given: a folder, or a document that tells of many photos.
package struct Source {
  private let path: [UInt8]
  private let options: SourceOptions

  /// Opens a source, by an absolute path, as what it is.
  package static func open(_ path: [UInt8], _ options: SourceOptions = SourceOptions()) throws(CommandProblem)
    -> any RowReader
  {
    let source = Source(path: path, options: options)
    let file = try source.naming { () throws(FileFailure) in try NamedFile(opening: path) }
    switch file.kind {
    case .folder: return try source.folder()
    case .file: return try source.document(file)
    case .other: throw .noInput(Message("import.source.special", ["source": source.name]))
    }
  }

  /// Opens an address book or a directory's export below a root, never by way of a link.
  package static func open(_ root: Root, _ below: BytePath) throws(CommandProblem) -> any BookReader {
    let source = Source(path: below.bytes, options: SourceOptions())
    let file = try source.naming { () throws(FileFailure) in try NamedFile(root, below) }
    guard file.kind == .file, let reader = try source.document(file) as? any BookReader else {
      throw .badData(Explanation("import.source.unknown", ["source": source.name]))
    }
    return reader
  }

  private var name: String { escaped(path) }

  private func naming<Value>(_ body: () throws(FileFailure) -> Value) throws(CommandProblem) -> Value {
    do throws(FileFailure) { return try body() } catch { throw .node(error.problem) }
  }

  private func folder() throws(CommandProblem) -> any RowReader {
    let words = FolderReader.IDs.allCases.map(\.rawValue)
    guard let ids = FolderReader.IDs(rawValue: options.idFrom ?? FolderReader.IDs.path.rawValue) else {
      throw .usage(
        Message("import.source.idFrom", ["word": options.idFrom ?? "", "known": list(words)]))
    }
    try refuse("--map", options.columns.isEmpty)
    let folder = try root(path)
    return FolderReader(folder, ids: ids, besides: try rootBelow(folder))
  }

  /// Where the root lies in a folder; nil where it lies elsewhere.
  private func rootBelow(_ folder: Root) throws(CommandProblem) -> BytePath? {
    guard let path = options.root else { return nil }
    let own = try root(path).withoutLinks(.here)
    let place = folder.withoutLinks(.here)
    if place.starts(with: own), let below = BytePath(Array(place.dropFirst(own.count).dropLast())),
      Places.holds(below)
    {
      throw .badData(Explanation("import.folder.root", ["source": name]))
    }
    return own.starts(with: place) ? BytePath(Array(own.dropFirst(place.count).dropLast())) : nil
  }

  private func document(_ file: NamedFile) throws(CommandProblem) -> any RowReader {
    var format = SourceFormat(name: path)
    if format == nil { format = try beginning(file) }
    guard let format else { throw .badData(Explanation("import.source.unknown", ["source": name])) }
    if format != .csv { try refuse("--map", options.columns.isEmpty) }
    let stream = try ByteStream(FileFeed(file))
    switch format {
    case .csv:
      try refuse("--id-from", options.idFrom == nil)
      return try CSVReader(stream, name: name, photos: photos(), map: options.columns)
    case .json, .jsonLines:
      try refuse("--id-from", options.idFrom == nil)
      return try JSONRowReader(stream, photos: photos(), lines: format == .jsonLines)
    case .vcard: return try VCardReader(stream, named: documentName, options)
    case .ldif: return LDIFReader(stream, options)
    }
  }

  /// For a card that has none.
  private var documentName: String? {
    String(
      validating: withoutExtension(path.split(separator: BytePath.separator).last.map(Array.init) ?? []),
      as: UTF8.self)
  }

  /// What the text says that has no telling name.
  private func beginning(_ file: NamedFile) throws(CommandProblem) -> SourceFormat? {
    let stream = try ByteStream(FileFeed(file))
    while let piece = try stream.piece() {
      let text = piece.bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard text.isEmpty else {
        try naming { () throws(FileFailure) in try file.rewind() }
        return SourceFormat(beginning: Array(text))
      }
    }
    throw .badData(Explanation("import.source.empty", ["source": name]))
  }

  private func refuse(_ option: String, _ isFine: Bool) throws(CommandProblem) {
    guard isFine else { throw .usage(Message("import.source.option", ["option": option, "source": name])) }
  }

  private func photos() throws(CommandProblem) -> PhotoFolder {
    if let photos = options.photos { return PhotoFolder(try root(photos)) }
    guard let slash = path.lastIndex(of: BytePath.separator) else {
      return PhotoFolder(try root([UInt8(ascii: ".")]))
    }
    return PhotoFolder(try root(slash == 0 ? [BytePath.separator] : Array(path[..<slash])))
  }

  private func root(_ folder: [UInt8]) throws(CommandProblem) -> Root {
    try naming { () throws(FileFailure) in try Root(opening: folder) }
  }
}
