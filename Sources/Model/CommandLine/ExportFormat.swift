/// What avatars go out as.
package enum ExportFormat: String, CaseIterable, Sendable {
  case vcard, ldif, csv, folder, jsonl

  /// The options of `tondo export` that hold whatever the format.
  package static let common: [CommandOption] = [.root, .config, .out, .force, .quiet]

  /// Those that it has of its own.
  package var options: [CommandOption] {
    switch self {
    case .vcard: [.size, .format, .quality, .maxBytes, .withOriginal, .cardVersion]
    case .ldif: [.size, .quality, .maxBytes, .dn, .attribute]
    case .csv: [.size, .format]
    case .folder: [.size, .format, .quality, .maxBytes, .pattern]
    case .jsonl: []
    }
  }

  /// Those of any format, once each.
  static var allOptions: [CommandOption] {
    allCases.flatMap(\.options).reduce(into: common) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Of images, where none is asked for; nil: the published one's.
  ///
  /// A directory's `jpegPhoto` is what it says (RFC 2798, section 2.6), and JPEG is what every address book shows.
  package var imageFormat: OutputFormat? {
    switch self {
    case .vcard, .ldif: .jpeg
    case .csv, .folder, .jsonl: nil
    }
  }

  /// Of an image, where no other limit is asked for; nil: none.
  ///
  /// With its Base64 and the folding a card is below a million bytes, which address books on the net take, and a
  /// directory's attribute below the 100 KiB that Active Directory takes.
  package var maxBytes: Int? {
    switch self {
    case .vcard: 700_000
    case .ldif: 102_400
    case .csv, .folder, .jsonl: nil
    }
  }
}
