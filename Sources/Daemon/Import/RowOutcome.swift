package import Model

/// What became of one row of a source.
package struct RowOutcome: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// Handed over, and made; in a dry run what would be.
    case imported
    /// All of it is there already.
    case unchanged
    /// Nothing to import, and nothing wrong.
    case skipped
    case failed
  }

  /// The source's name, for people.
  package var source: String
  /// From 1; nil for a file of a folder.
  package var line: Int?
  /// As far as it is known.
  package var id: String?
  package var kind: Kind
  /// What of the row is wrong.
  package var field: String?
  package var why: Explanation?
  package var warnings: [Message]
  /// Whether its photo lies in `failed/`, with what is wrong beside it.
  package var isSetAside = false

  package init(
    source: String, line: Int? = nil, id: String? = nil, _ kind: Kind, field: String? = nil,
    why: Explanation? = nil, warnings: [Message] = []
  ) {
    self.source = source
    self.line = line
    self.id = id
    self.kind = kind
    self.field = field
    self.why = why
    self.warnings = warnings
  }
}

extension RowOutcome {
  /// A line of a report.
  package func json(in language: Language) -> JSONValue {
    [
      "source": JSONValue(source), "line": line.map { JSONValue($0) } ?? JSONValue(.null),
      "id": text(id), "outcome": JSONValue(kind.rawValue), "field": text(field),
      "reason": text(why?.problem.text(in: language)), "remedy": text(why?.remedy?.text(in: language)),
      "warnings": JSONValue(.array(warnings.map { JSONValue($0.text(in: language)) })),
    ]
  }

  private func text(_ text: String?) -> JSONValue { text.map { JSONValue($0) } ?? JSONValue(.null) }

  /// Where it stands, for people.
  package var place: Message {
    line.map { Message("import.report.line", ["source": source, "line": "\($0)"]) } ?? .verbatim(source)
  }

  /// For people: where it stands, and what is told of it.
  package func told(_ what: Message) -> Message {
    guard let id else { return Message("import.report.row", ["place": place, "what": what]) }
    return Message("import.report.rowOfID", ["place": place, "id": id, "what": what])
  }
}

/// How far an import has come.
package struct ImportTally: Sendable {
  /// All rows of all sources.
  package var total = 0
  package var imported = 0
  package var unchanged = 0
  package var skipped = 0
  package var failed = 0
  /// Handed over, and not made yet.
  package var waiting = 0
  /// Before all was done, because it was asked to.
  package var isStopped = false

  package init() {}

  package var done: Int { imported + unchanged + skipped + failed }

  mutating func count(_ kind: RowOutcome.Kind) {
    switch kind {
    case .imported: imported += 1
    case .unchanged: unchanged += 1
    case .skipped: skipped += 1
    case .failed: failed += 1
    }
  }

  /// The counts, by the words of the report.
  package var json: [JSONMember] {
    [
      JSONMember("total", JSONValue(total)), JSONMember("imported", JSONValue(imported)),
      JSONMember("unchanged", JSONValue(unchanged)), JSONMember("skipped", JSONValue(skipped)),
      JSONMember("failed", JSONValue(failed)), JSONMember("waiting", JSONValue(waiting)),
    ]
  }
}

/// What an import tells while it goes on.
package enum ImportNews: Sendable {
  /// So many rows were counted so far.
  case counting(Int)
  /// All have been counted.
  case begins(ImportTally)
  case row(RowOutcome)
  /// Now and then, whether or not anything has ended.
  case progress(ImportTally)
  /// Nothing gets on, and why.
  case paused(Message)
  /// Of a whole source.
  case remark(source: String, Message)
}
