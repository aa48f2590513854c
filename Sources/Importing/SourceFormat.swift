internal import Model

/// The documents that tell of many photos.
enum SourceFormat: Equatable {
  case csv
  /// A document on each line.
  case jsonLines
  case json
  case vcard, ldif

  /// By the extension; nil where it says nothing.
  init?(name: [UInt8]) {
    switch String(decoding: fileExtension(name), as: UTF8.self).lowercased() {
    case ".csv", ".tsv": self = .csv
    case ".jsonl", ".ndjson": self = .jsonLines
    case ".json": self = .json
    case ".vcf", ".vcard": self = .vcard
    case ".ldif", ".ldi": self = .ldif
    default: return nil
    }
  }

  /// By the first line that is not blank; nil where it could be anything.
  init?(beginning line: [UInt8]) {
    let text = String(decoding: line.prefix(4096), as: UTF8.self).lowercased()
    // A comment is LDIF's.
    let begins: KeyValuePairs<String, SourceFormat> = [
      "[": .json, "{": .json, "begin:vcard": .vcard, "version:": .ldif, "dn:": .ldif, "#": .ldif,
    ]
    if let found = begins.first(where: { text.hasPrefix($0.key) }) {
      self = found.value
      return
    }
    let cells = text.split { ",;\t".contains($0) }.map { $0.filter { $0 != "\"" && $0 != " " } }
    guard cells.contains("original") || cells.contains("id") else { return nil }
    self = .csv
  }
}
