package import Model

/// What directories export: entries, and changes to them (RFC 2849); their photos go into the sink while they are
/// decoded.
///
/// Addresses behind `:<` are not followed. What `ldapsearch` writes about its search is no record.
package final class LDIFReader: BookReader {
  package let remarks: [Message] = []
  /// The lines of the record that was read last, and of the blank ones behind it.
  package private(set) var extent = 0..<0

  private let lines: FoldedLines
  private let wanted: [String]

  package init(_ stream: ByteStream, _ options: SourceOptions) {
    lines = FoldedLines(stream)
    wanted = options.idFrom.map { [$0.lowercased()] } ?? ["uid", "cn"]
  }

  package func next(into sink: any PhotoSink) throws(CommandProblem) -> RowResult? {
    while let line = try line() {
      guard case .attribute(let attribute) = line else {
        if case .unreadable(let number) = line { return try unreadable(number) }
        continue
      }
      if attribute.name == "version" { continue }
      guard let record = try record(from: attribute, sink) else { continue }
      extent = record.line..<(lines.last + 1)
      return record.result(idFrom: wanted)
    }
    return nil
  }

  // MARK: Lines

  private func line() throws(CommandProblem) -> LDIFLine? {
    guard let number = try lines.next() else { return nil }
    var text: [UInt8] = []
    while text.count < longestDescription, let part = try lines.part() {
      text += part.bytes
      if text.first == UInt8(ascii: "#") { return .comment }
      if let attribute = LDIFAttribute(line: number, text, isWhole: false) { return .attribute(attribute) }
    }
    if text.isEmpty { return .blank }
    if text == [UInt8(ascii: "-")] { return .dash }
    return LDIFAttribute(line: number, text, isWhole: true).map { .attribute($0) }
      ?? .unreadable(line: number)
  }

  /// What belongs to no record is a bad one of its own.
  private func unreadable(_ number: Int) throws(CommandProblem) -> RowResult {
    while let line = try line() { if case .blank = line { break } }
    extent = number..<(lines.last + 1)
    return .bad(RowProblem(line: number, Self.noColon(number)))
  }

  private static func noColon(_ line: Int) -> Explanation {
    Explanation("import.ldif.noColon", ["line": line])
  }

  // MARK: Records

  /// To the blank line behind it; nil where it is none.
  private func record(
    from first: LDIFAttribute, _ sink: any PhotoSink
  ) throws(CommandProblem) -> LDIFRecord? {
    var record = LDIFRecord(line: first.line)
    if first.name != "dn" {
      record.fault = RowProblem(line: first.line, Explanation("import.ldif.noDN"))
    }
    try take(first, into: &record, sink)
    while true {
      switch try line() {
      case .attribute(let attribute)?: try take(attribute, into: &record, sink)
      case .dash?: if case .modify = record.change { record.change = .modify(nil) }
      case .unreadable(let line)?:
        record.fault = record.fault ?? RowProblem(line: record.line, Self.noColon(line))
      case .comment?: break
      case .blank?, nil: return searchWords.contains(first.name) ? nil : record
      }
    }
  }

  private func take(
    _ attribute: LDIFAttribute, into record: inout LDIFRecord, _ sink: any PhotoSink
  ) throws(CommandProblem) {
    switch (attribute.name, record.change) {
    case ("dn", _):
      record.name = try value(of: attribute).text.map { DistinguishedName($0) }
    case ("changetype", _):
      record.change = change(try value(of: attribute).text ?? "")
    case ("add", .modify), ("replace", .modify), ("delete", .modify), ("increment", .modify):
      record.change = .modify(attribute.name)
    case (let name, let change):
      if let rank = LDIFRecord.photoRanks[name] {
        if record.isToBeThere { try takePhoto(attribute, rank, into: &record, sink) }
      } else if wanted.contains(name), change == .none || change == .add, record.values[name] == nil {
        record.values[name] = try value(of: attribute)
      }
    }
  }

  private func change(_ kind: String) -> LDIFRecord.Change {
    switch kind.lowercased() {
    case "add": .add
    case "modify": .modify(nil)
    default: .other(kind)
    }
  }

  // MARK: Values

  private func value(of attribute: LDIFAttribute) throws(CommandProblem) -> LDIFRecord.Value {
    var text = ShortText()
    text.add(attribute.value)
    while let part = try lines.part() { text.add(part.bytes) }
    if let flaw = text.isTooLong ? text.flaw : nil { return .flawed(flaw.explanation) }
    guard attribute.form == .base64 else { return LDIFRecord.Value(text.bytes) }
    guard let bytes = Base64Decoder.decoded(text.bytes) else {
      return .flawed(Explanation("import.ldif.notBase64", ["attribute": attribute.name]))
    }
    return LDIFRecord.Value(bytes)
  }

  /// `jpegPhoto` is taken before `thumbnailPhoto`, and of several values the first.
  private func takePhoto(
    _ attribute: LDIFAttribute, _ rank: Int, into record: inout LDIFRecord, _ sink: any PhotoSink
  ) throws(CommandProblem) {
    if rank == record.photoRank { record.warn(Message("import.photo.several")) }
    guard rank > record.photoRank else { return }
    if attribute.form == .address {
      let address = try value(of: attribute).text ?? ""
      if case .none = record.photo { record.photo = .address(address) }
      return
    }
    let found = try photo(attribute, sink)
    if case .none = found { return }
    (record.photo, record.photoRank) = (found, rank)
  }

  private func photo(
    _ attribute: LDIFAttribute, _ sink: any PhotoSink
  ) throws(CommandProblem) -> LDIFRecord.Photo {
    let intake = PhotoIntake(sink, attribute.form == .base64 ? .base64 : .plain)
    try intake.add(attribute.value)
    while let part = try lines.part() { try intake.add(part.bytes) }
    switch try intake.finish() {
    case .photo(let photo, _): return .embedded(photo)
    case .refused(let why): return .refused(why)
    case .nothing: return .none
    }
  }
}

/// Names and options take no more bytes than this.
private let longestDescription = 1 << 12

/// With these begins what `ldapsearch` says of the search itself.
private let searchWords: Set<String> = ["search", "result", "ref", "control", "matcheddn", "text"]
