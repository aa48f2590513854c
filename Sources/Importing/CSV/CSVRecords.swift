internal import Model

/// The records of a table, one after the other.
///
/// A record that cannot be read costs its first line alone: where a quotation mark is missing, what follows is read
/// again from the next line on.
struct CSVRecords {
  private let stream: ByteStream
  let delimiter: UInt8
  /// Lines that are to be read again, the next one last.
  private var again: [Line] = []

  init(_ stream: ByteStream, delimiter: UInt8, beginning line: Line) {
    (self.stream, self.delimiter) = (stream, delimiter)
    again = [line]
  }

  /// Nil at the end; blank lines are passed over.
  mutating func next() throws(CommandProblem) -> Result<CSVRecord, RowProblem>? {
    while let line = try nextLine() {
      if !line.bytes.isEmpty { return try record(from: line) }
    }
    return nil
  }

  private mutating func nextLine() throws(CommandProblem) -> Line? {
    if let line = again.popLast() { return line }
    return try stream.line()
  }

  private mutating func record(from first: Line) throws(CommandProblem) -> Result<CSVRecord, RowProblem> {
    var lines = [first]
    var length = 0
    var cells = CSVCells(delimiter: delimiter)
    while let line = lines.last {
      if let flaw = line.flaw { return refuse(lines, flaw.explanation) }
      do throws(CSVCells.Malformed) { try cells.add(line.bytes) } catch {
        return refuse(lines, Explanation("import.csv.behindQuotes"))
      }
      guard cells.isOpen else { break }
      // An empty line takes room, too.
      length += line.bytes.count + 64
      guard length <= ByteStream.longestLine, let next = try nextLine() else {
        return refuse(lines, Explanation("import.csv.open"))
      }
      lines.append(next)
    }
    return .success(
      CSVRecord(line: first.number, cells: cells.cells.map { String(decoding: $0, as: UTF8.self) }))
  }

  private mutating func refuse(_ lines: [Line], _ why: Explanation) -> Result<CSVRecord, RowProblem> {
    again += lines.dropFirst().reversed()
    return .failure(RowProblem(line: lines.first?.number, why))
  }
}
