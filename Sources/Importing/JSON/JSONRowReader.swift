package import Model

/// Reads documents in bulk, jobs or exported manifests: a line each (JSON Lines), or the elements of an array.
package final class JSONRowReader: RowReader {
  private enum Source {
    case lines(ByteStream)
    case elements(JSONElements)
  }

  private var source: Source
  private let entries: EntryReader
  package let remarks: [Message] = []

  /// - Parameters:
  ///   - stream: at its beginning.
  ///   - photos: where the photos are.
  ///   - lines: whether each line is a document of its own, unless the text is an array all the same.
  /// - Throws: what the stream throws.
  package init(_ stream: ByteStream, photos: PhotoFolder, lines: Bool) throws(CommandProblem) {
    let isArray = try stream.peek() == UInt8(ascii: "[")
    source = lines && !isArray ? .lines(stream) : .elements(JSONElements(stream))
    entries = EntryReader(photos)
  }

  package func next(into sink: any PhotoSink) throws(CommandProblem) -> RowResult? {
    switch try element() {
    case nil: nil
    case .failure(let problem): .bad(problem)
    case .success(let element): row(element)
    }
  }

  private func element() throws(CommandProblem) -> Result<JSONElement, RowProblem>? {
    switch source {
    case .lines(let stream): return try line(stream)
    case .elements(var elements):
      defer { source = .elements(elements) }
      return try elements.next()
    }
  }

  private func line(_ stream: ByteStream) throws(CommandProblem) -> Result<JSONElement, RowProblem>? {
    while let line = try stream.line() {
      if let flaw = line.flaw { return .failure(RowProblem(line: line.number, flaw.explanation)) }
      if line.bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
      return .success(JSONElement(at: Place(line: line.number, column: 1), bytes: Array(line.bytes)))
    }
    return nil
  }

  private func row(_ element: JSONElement) -> RowResult {
    let document: BulkEntry
    do throws(DocumentProblem) { document = try BulkEntry(reading: element.bytes) } catch {
      return .bad(problem(error, in: element))
    }
    guard !document.isRemoval else {
      return .bad(
        RowProblem(line: element.at.line, id: document.id, field: "remove", Explanation("import.json.remove"))
      )
    }
    let entry = Entry(line: element.at.line, original: document.original, id: document.id)
    return entries.result(entry) { () throws(DocumentProblem) in try document.attributes() }
  }

  /// With its place in the source where it is not a key's.
  private func problem(_ problem: DocumentProblem, in element: JSONElement) -> RowProblem {
    guard problem.keyPath.isEmpty else {
      return RowProblem(line: element.at.line, field: problem.keyPath, problem.explanation)
    }
    let (line, column) = (element.at.line + problem.line - 1, problem.column)
    let place: [String: any Sayable] = [
      "line": line, "column": problem.line == 1 ? element.at.column + column - 1 : column,
      "problem": problem.explanation.problem,
    ]
    let why = Explanation(Message("import.json.at", place), problem.explanation.remedy)
    return RowProblem(line: element.at.line, why)
  }
}
