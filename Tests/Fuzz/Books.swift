internal import Exporting
internal import Importing
internal import Model

/// Cards: whatever pieces they come in, the same is read; an entry says by itself what it says among others; and what is
/// taken is the same after it was written and read again.
func fuzzCards(_ bytes: [UInt8]) {
  let read = { (bytes: [UInt8], pieces: Int) in
    results { () throws(CommandProblem) in
      try VCardReader(stream(bytes, pieces), named: "document", SourceOptions())
    }
  }
  let all = check(bytes, read)
  for result in all where !result.photo.isEmpty {
    guard let id = AvatarID(result.id) else { fatalError("\(result.id) is no id") }
    for version in VCardWriter.Version.allCases {
      let card = VCardWriter(version).card(Exported(id: id, image: result.photo, format: .jpeg))
      hold(read(card, 1 << 16).first?.told == result.told, "a card changes: \(result.told)")
    }
  }
}

/// The same of what directories export.
func fuzzLDIF(_ bytes: [UInt8]) {
  let read = { (bytes: [UInt8], pieces: Int) in
    results { () throws(CommandProblem) in LDIFReader(try stream(bytes, pieces), SourceOptions()) }
  }
  let all = check(bytes, read)
  guard let writer = try? LDIFWriter(dn: "uid={id},dc=org", attribute: .jpegPhoto) else {
    fatalError("the pattern is good")
  }
  for result in all where !result.photo.isEmpty {
    guard let id = AvatarID(result.id) else { fatalError("\(result.id) is no id") }
    let record = writer.record(Exported(id: id, image: result.photo, format: .jpeg))
    hold(read(record, 1 << 16).first?.told == result.told, "a record changes: \(result.told)")
  }
}

private struct Result: Equatable {
  /// All but where it stands.
  var told: String
  var id = ""
  var photo: [UInt8] = []
  var extent: Range<Int>
}

private final class Keeper: PhotoSink {
  var photo: [UInt8] = []
  func begin() { photo = [] }
  func add(_ bytes: ArraySlice<UInt8>) { photo += bytes }
}

private func stream(_ bytes: [UInt8], _ pieces: Int) throws(CommandProblem) -> ByteStream {
  try ByteStream(MemoryFeed(bytes, pieces: pieces), pieces: pieces)
}

private func results(_ open: () throws(CommandProblem) -> any BookReader) -> [Result] {
  var results: [Result] = []
  do throws(CommandProblem) {
    let reader = try open()
    let keeper = Keeper()
    while let result = try reader.next(into: keeper) { results.append(told(result, keeper, reader.extent)) }
  } catch {
    hold(!error.explanation.problem.text(in: .english).isEmpty, "no sentence: \(error)")
  }
  return results
}

private func told(_ result: RowResult, _ keeper: Keeper, _ extent: Range<Int>) -> Result {
  switch result {
  case .row(let row):
    guard case .embedded(let facts) = row.photo else { fatalError("a row without its photo") }
    hold(facts.bytes == keeper.photo.count, "\(facts.bytes) are not \(keeper.photo.count)")
    hold(row.line == extent.lowerBound, "line \(row.line ?? 0) is not that of \(extent)")
    return Result(
      told: "row \(row.id) \(sum(keeper.photo))", id: row.id.text, photo: keeper.photo, extent: extent)
  case .bad(let problem), .skipped(let problem):
    hold(problem.line == extent.lowerBound, "line \(problem.line ?? 0) is not that of \(extent)")
    let text = problem.explanation.problem.text(in: .english)
    // Some name their line.
    return Result(told: "no \(problem.id ?? "-") \(text.filter { !$0.isNumber })", extent: extent)
  }
}

/// Enough to tell photos apart.
private func sum(_ bytes: [UInt8]) -> Int { bytes.reduce(bytes.count) { $0 &* 31 &+ Int($1) } }

private func check(_ bytes: [UInt8], _ read: ([UInt8], Int) -> [Result]) -> [Result] {
  let all = read(bytes, 1 << 16)
  hold(read(bytes, Int(bytes.first ?? 0) % 7 + 1) == all, "the pieces make a difference")
  var last = 0
  for result in all {
    hold(result.extent.lowerBound >= last && !result.extent.isEmpty, "entries overlap at \(result.extent)")
    last = result.extent.upperBound
  }
  // Not all of many: that would take long.
  for result in all.prefix(3) {
    let alone = read(lines(result.extent, of: bytes), 1 << 16)
    hold(alone.first?.told == result.told, "\(result.told) alone is \(alone.first?.told ?? "nothing")")
  }
  return all
}

private func lines(_ extent: Range<Int>, of bytes: [UInt8]) -> [UInt8] {
  var text: [UInt8] = []
  do throws(CommandProblem) {
    let stream = try stream(bytes, 1 << 16)
    while let piece = try stream.piece(), piece.line < extent.upperBound {
      if extent.contains(piece.line) { text += piece.bytes + (piece.endsLine ? [UInt8(ascii: "\n")] : []) }
    }
  } catch { fatalError("\(error)") }
  return text
}
