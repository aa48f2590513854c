internal import Model

/// A document is read, or refused with a place and a sentence.
private func read<Value>(_ body: () throws(DocumentProblem) -> Value) -> Value? {
  do throws(DocumentProblem) { return try body() } catch {
    let why = error.explanation
    let sentences = Language.all.flatMap { [why.problem.text(in: $0), why.remedy?.text(in: $0) ?? ""] }
    hold(error.line >= 1 && error.column >= 1, "no place: \(error)")
    hold(sentences.allSatisfy { !$0.isEmpty }, "no sentence: \(error)")
    return nil
  }
}

private func path(_ text: String) -> BytePath {
  guard let path = BytePath(text) else { fatalError("\(text) is a path") }
  return path
}

private let jobName = path("sales/jane.job.json")
private let jane: AvatarID = {
  guard let id = AvatarID(original: path("sales/jane.jpg")) else { fatalError("sales/jane is an id") }
  return id
}()

func fuzzJob(_ bytes: [UInt8]) {
  let found = read { () throws(DocumentProblem) in try Job(reading: bytes, named: jobName) }
  guard let job = found, case .place(let attributes) = job.action else { return }
  let text = Manifest(id: job.id, attributes: attributes, account: nil).text
  let again = read { () throws(DocumentProblem) in try Manifest(reading: text, id: job.id) }
  hold(again?.attributes == attributes, "a job's attributes change in a manifest")
}

func fuzzManifest(_ bytes: [UInt8]) {
  let found = read { () throws(DocumentProblem) in try Manifest(reading: bytes, id: jane) }
  guard let manifest = found else { return }
  let again = read { () throws(DocumentProblem) in try Manifest(reading: manifest.text, id: jane) }
  hold(again == manifest, "a manifest changes when it is written")
  hold(Manifest.changes(in: manifest.text, from: manifest).isEmpty, "a manifest differs from itself")
}

func fuzzSettings(_ bytes: [UInt8]) {
  let found = read { () throws(DocumentProblem) in try Settings(reading: bytes) }
  guard let settings = found else { return }
  let names = settings.outputs.map(\.suffix)
  hold(!names.isEmpty && Set(names).count == names.count, "two outputs are one file")
}

func fuzzJSON(_ bytes: [UInt8]) {
  guard let value = read({ () throws(DocumentProblem) in try JSONValue(reading: bytes) }) else { return }
  for text in [value.document, Array(value.line.utf8)] {
    let again = read { () throws(DocumentProblem) in try JSONValue(reading: text) }
    hold(again == value, "JSON changes when it is written")
  }
}
