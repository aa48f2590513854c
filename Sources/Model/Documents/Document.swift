/// What all documents have in common.
package enum Document {
  /// Bytes; a larger document is refused, so nobody needs to read it.
  package static let largest = 1 << 20

  /// The version that is written; every older one stays readable.
  package static let version = 1

  /// What a file in the inbox is, by its name.
  package enum Kind: Hashable, Sendable {
    /// `NAME.job.json`.
    case job
    /// A `.json` that is no job: nothing that tondo reads there.
    case strayJSON
    /// What an address book or a directory exports: many people in one document.
    case book
    /// Anything else is taken for a photo.
    case photo
  }

  private static let books = [".vcf", ".vcard", ".ldif", ".ldi"]

  package static let jobSuffix = Array(".job.json".utf8)

  /// Tells jobs from photos.
  ///
  /// `.JSON` is stray too: it is no photo, and to be told so helps more.
  package static func kind(of name: [UInt8]) -> Kind {
    if name.count > jobSuffix.count, name.suffix(jobSuffix.count).elementsEqual(jobSuffix) { return .job }
    if books.contains(where: { fileExtension(name).map(lowercased).elementsEqual($0.utf8) }) { return .book }
    return fileExtension(name).map(lowercased).elementsEqual(".json".utf8) || isBare(name)
      ? .strayJSON : .photo
  }

  /// `.json` alone, which `fileExtension` takes for a name.
  private static func isBare(_ name: [UInt8]) -> Bool { name.map(lowercased).elementsEqual(".json".utf8) }
}

/// ASCII alone: names are bytes.
func lowercased(_ byte: UInt8) -> UInt8 {
  UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte + 32 : byte
}
