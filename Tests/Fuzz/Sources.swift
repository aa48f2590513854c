internal import Files
internal import Importing
internal import Model

/// What is imported: rows come one after the other, read or told, and the source ends.
func fuzzImport(_ bytes: [UInt8]) {
  for reader in readers(bytes) { readAll(reader) }
}

/// Where photos may be found.
private let photos: PhotoFolder = {
  do throws(FileFailure) {
    return PhotoFolder(try Root(opening: Array("Tests/Fuzz/seeds/import".utf8)))
  } catch {
    fatalError("\(error)")
  }
}()

/// The text as each of the formats that it may be, in pieces of a size that it chooses.
private func readers(_ bytes: [UInt8]) -> [any RowReader] {
  let size = Int(bytes.first ?? 0) + 1
  func stream() throws(CommandProblem) -> ByteStream {
    try ByteStream(MemoryFeed(bytes, pieces: size), pieces: size)
  }
  var readers: [any RowReader] = []
  do throws(CommandProblem) {
    readers.append(try JSONRowReader(stream(), photos: photos, lines: true))
    readers.append(try JSONRowReader(stream(), photos: photos, lines: false))
    readers.append(try CSVReader(stream(), name: "table", photos: photos))
  } catch {
    hold(isTold(error.explanation), "no sentence: \(error)")
  }
  return readers
}

private func readAll(_ reader: any RowReader) {
  var last = 0
  do throws(CommandProblem) {
    while let result = try reader.next(into: NoSink()) {
      switch result {
      case .row(let row):
        hold(AvatarID(row.id.text) == row.id, "an id that is none: \(row.id)")
        last = later(row.line, than: last)
      case .bad(let problem), .skipped(let problem):
        hold(isTold(problem.explanation), "no sentence: \(problem)")
        last = later(problem.line, than: last)
      }
    }
  } catch {
    hold(isTold(error.explanation), "no sentence: \(error)")
  }
}

private func later(_ line: Int?, than last: Int) -> Int {
  hold((line ?? last) >= last, "line \(line ?? 0) comes after \(last)")
  return line ?? last
}

private func isTold(_ why: Explanation) -> Bool {
  Language.all.allSatisfy { !why.problem.text(in: $0).isEmpty && why.remedy?.text(in: $0).isEmpty != true }
}
