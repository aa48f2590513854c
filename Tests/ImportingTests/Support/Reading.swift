import Importing
import Model

/// Keeps what a reader gives.
final class Collector: PhotoSink {
  private(set) var photo: [UInt8] = []

  func begin() { photo = [] }
  func add(_ bytes: ArraySlice<UInt8>) { photo += bytes }
}

/// One result of a reader, as a line that can be compared, and the photo that came with it.
struct Seen: Equatable, CustomStringConvertible {
  /// `row ID`, `bad ID: PROBLEM` or `skipped ID: PROBLEM`, behind the line's number; without an id: `-`.
  var description: String
  var photo: [UInt8] = []
  var placing: Row.Placing?
  var warnings: [String] = []

  static func == (left: Seen, right: Seen) -> Bool {
    left.description == right.description && left.photo == right.photo && left.warnings == right.warnings
  }

  init(_ result: RowResult, _ photo: [UInt8]) {
    switch result {
    case .row(let row):
      description = "\(row.line ?? 0) row \(row.id.text)"
      self.photo = photo
      placing = row.placing
      warnings = row.warnings.map { $0.text(in: .english) }
    case .bad(let problem): description = Self.text("bad", problem)
    case .skipped(let problem): description = Self.text("skipped", problem)
    }
  }

  private static func text(_ word: String, _ problem: RowProblem) -> String {
    "\(problem.line ?? 0) \(word) \(problem.id ?? "-"): \(problem.explanation.problem.text(in: .english))"
  }
}

/// All that a reader gives.
func everything(_ reader: any RowReader) throws(CommandProblem) -> [Seen] {
  let sink = Collector()
  var seen: [Seen] = []
  while let result = try reader.next(into: sink) { seen.append(Seen(result, sink.photo)) }
  return seen
}

func stream(_ text: String, pieces: Int = 1 << 16) throws(CommandProblem) -> ByteStream {
  try stream(Array(text.utf8), pieces: pieces)
}

func stream(_ bytes: [UInt8], pieces: Int = 1 << 16) throws(CommandProblem) -> ByteStream {
  try ByteStream(MemoryFeed(bytes, pieces: pieces), pieces: pieces)
}

/// The smallest GIF, which is a photo to a reader; `mark` tells several from each other.
func gif(_ mark: UInt8 = 0) -> [UInt8] {
  Array("GIF89a".utf8) + [1, 0, 1, 0, 0, mark, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
}
