import Files
import Importing
import Model
import Scratch
import Testing

/// What a reader gives, each as one line: what tests compare.
func told(_ reader: any RowReader) throws -> [String] {
  var lines: [String] = []
  while let result = try reader.next(into: NoSink()) { lines.append(told(result)) }
  return lines
}

func told(_ result: RowResult) -> String {
  switch result {
  case .row(let row): "\(told(row.line))\(row.id)\(told(row.photo))\(told(row.placing))"
  case .bad(let problem): "\(told(problem.line))BAD \(told(problem))"
  case .skipped(let problem): "\(told(problem.line))skipped \(told(problem))"
  }
}

private func told(_ line: Int?) -> String { line.map { "\($0): " } ?? "" }

private func told(_ problem: RowProblem) -> String {
  let why = problem.explanation
  return "\(problem.id ?? "-") \(problem.field ?? "-"): \(why.problem.text(in: .english))"
}

private func told(_ photo: Row.Photo) -> String {
  switch photo {
  case .none: ""
  case .file(_, let path): " <- \(path)"
  case .embedded(let photo): " <- \(photo.bytes) bytes"
  }
}

private func told(_ placing: Row.Placing) -> String {
  switch placing {
  case .unsaid: ""
  case .attributes(let attributes): " \(attributes.json.line)"
  case .clip(let clip): " \(clip)"
  }
}

/// A source in a folder of its own, with photos beside it.
struct SourceFolder {
  let scratch: Scratch

  init(_ photos: [String] = []) throws {
    scratch = try Scratch([])
    for photo in photos { try scratch.write(photo) }
  }

  func open(_ name: String, _ options: SourceOptions = SourceOptions()) throws -> any RowReader {
    try Source.open(Array(scratch.absolute(name).utf8), options)
  }

  /// Writes a document and reads it.
  func read(_ name: String, _ text: String, _ options: SourceOptions = SourceOptions()) throws -> [String] {
    try scratch.write(name, text)
    return try told(open(name, options))
  }

  /// Why a source cannot be read at all.
  func refusal(_ name: String, _ options: SourceOptions = SourceOptions()) -> CommandProblem? {
    do throws(CommandProblem) {
      _ = try Source.open(Array(scratch.absolute(name).utf8), options)
      return nil
    } catch {
      return error
    }
  }
}
