package import Model

/// Reads a table of comma-separated values: RFC 4180, and what spreadsheets make of it.
package final class CSVReader: RowReader {
  private var records: CSVRecords
  private let header: CSVHeader
  private let entries: EntryReader
  package private(set) var remarks: [Message] = []

  /// Reads the header.
  ///
  /// - Parameters:
  ///   - stream: at its beginning.
  ///   - name: the source's, for people.
  ///   - photos: where the photos are.
  ///   - map: the source's column for each of ours.
  /// - Throws: why no row can be told from it.
  package init(_ stream: ByteStream, name: String, photos: PhotoFolder, map: [String: String] = [:])
    throws(CommandProblem)
  {
    let first = try Self.firstLine(stream)
    guard let line = first.line else { throw .badData(Explanation("import.source.empty", ["source": name])) }
    var records = CSVRecords(
      stream, delimiter: first.delimiter ?? Self.delimiter(of: line), beginning: line)
    let header = try Self.header(&records, name, map)
    self.header = header
    self.records = records
    entries = EntryReader(photos) { header.columns[$0]?.name ?? $0 }
    if !header.ignored.isEmpty {
      remarks.append(Message("import.csv.ignored", ["columns": list(header.ignored)]))
    }
  }

  package func next(into sink: any PhotoSink) throws(CommandProblem) -> RowResult? {
    switch try records.next() {
    case nil: nil
    case .failure(let problem): .bad(problem)
    case .success(let record): result(record)
    }
  }

  private func result(_ record: CSVRecord) -> RowResult {
    if record.cells.dropFirst(header.count).contains(where: { !$0.isEmpty }) {
      let why = Explanation(
        "import.csv.tooMany",
        [
          "count": record.cells.count, "columns": header.count,
          "delimiter": String(Unicode.Scalar(records.delimiter)),
        ])
      return .bad(RowProblem(line: record.line, id: cell(record, "id"), why))
    }
    let entry = Entry(line: record.line, original: cell(record, "original"), id: cell(record, "id"))
    return entries.result(entry) { () throws(DocumentProblem) in try self.attributes(record) }
  }

  private func attributes(_ record: CSVRecord) throws(DocumentProblem) -> Attributes? {
    var cells: [String: String] = [:]
    for column in Attributes.columns { cells[column] = cell(record, column) }
    // Where cells are told apart by semicolons, a comma is a number's.
    if records.delimiter == UInt8(ascii: ";") {
      for column in Self.numbers { cells[column] = cells[column]?.replacing(",", with: ".") }
    }
    return try Attributes(cells: cells)
  }

  private static let numbers = ["scale", "x", "y", "xWidth", "yHeight", "rotation"]

  /// Nil where it is empty.
  private func cell(_ record: CSVRecord, _ column: String) -> String? {
    guard let index = header.columns[column]?.index, record.cells.indices.contains(index),
      !record.cells[index].isEmpty
    else { return nil }
    return record.cells[index]
  }
}

// The first lines.

extension CSVReader {
  private static let delimiters = [",", ";", "\t"].flatMap { Array($0.utf8) }

  /// The header's first line, and what an Excel says in front of it: `sep=;`.
  private static func firstLine(_ stream: ByteStream) throws(CommandProblem) -> (
    line: Line?, delimiter: UInt8?
  ) {
    var delimiter: UInt8?
    while let line = try stream.line() {
      if line.bytes.isEmpty { continue }
      guard line.bytes.count == 5, line.bytes.starts(with: "sep=".utf8), let last = line.bytes.last,
        delimiters.contains(last)
      else { return (line, delimiter) }
      delimiter = last
    }
    return (nil, delimiter)
  }

  /// The one that the header has most of, outside quotation marks.
  private static func delimiter(of header: Line) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in header.bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, delimiters.contains(byte) { counts[byte, default: 0] += 1 }
    }
    let most = delimiters.max { counts[$0, default: 0] < counts[$1, default: 0] }
    return most.flatMap { counts[$0] != nil ? $0 : nil } ?? UInt8(ascii: ",")
  }

  private static func header(_ records: inout CSVRecords, _ name: String, _ map: [String: String])
    throws(CommandProblem) -> CSVHeader
  {
    switch try records.next() {
    case nil: throw .badData(Explanation("import.source.empty", ["source": name]))
    case .failure(let problem): throw .badData(problem.explanation.of(name, line: problem.line ?? 1))
    case .success(let record):
      do throws(CSVHeader.Flaw) { return try CSVHeader(record.cells, map: map) } catch {
        throw .badData(error.explanation.of(name, line: record.line))
      }
    }
  }
}

extension Explanation {
  /// With the place in front.
  func of(_ source: String, line: Int) -> Explanation {
    Explanation(
      Message("import.source.at", ["source": source, "line": line, "problem": problem]), remedy)
  }
}
