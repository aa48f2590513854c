package import Exporting
package import Model

/// What is to be exported, and as what.
package struct ExportWish: Sendable {
  /// Empty: all.
  package var ids: [AvatarID]
  package var form: Form
  package var image: ImageWish

  package init(_ form: Form, ids: [AvatarID] = [], image: ImageWish = ImageWish()) {
    self.form = form
    self.ids = ids
    self.image = image
  }

  /// What an id becomes.
  package enum Form: Sendable {
    case csv, jsonl
    case folder(NamePattern)
    case vcard(VCardWriter)
    case ldif(LDIFWriter)
  }
}

/// Which image of an id.
package struct ImageWish: Hashable, Sendable {
  /// Nil: as large as the largest that is published.
  package var size: Int?
  /// Nil: the published one's.
  package var format: OutputFormat?
  /// A published one is taken whatever its quality, unless one is asked for.
  package var quality: Int?
  package var maxBytes: Int?
  /// The original and its crop, where a photo is shown.
  package var withOriginal = false

  package init() {}

  /// What is to be made, where it is not published; nil where there is nothing to go by.
  func output(_ record: Record) -> Output? {
    let published = record.avatars.compactMap(Output.init(published:))
    guard let largest = published.max(by: { $0.size < $1.size }) else { return nil }
    let size = self.size ?? largest.size
    let format = self.format ?? (published.first { $0.size == size } ?? largest).format
    return Output(size: size, format: format, quality: quality, maxBytes: maxBytes)
  }

  /// The largest published avatar that is as asked.
  func published(_ record: Record) -> Manifest.Avatar? {
    let matching = record.avatars.filter { avatar in
      let output = Output(published: avatar)
      return [nil, output?.size].contains(size) && [nil, avatar.format].contains(format)
    }
    return matching.max { $0.size < $1.size }
  }
}

extension Output {
  /// What a published avatar was made for: its file's name keeps the size that was asked, where it was not enlarged.
  init?(published avatar: Manifest.Avatar) {
    let stem = withoutExtension(Array(avatar.file.utf8))
    guard let dash = stem.lastIndex(of: UInt8(ascii: "-")),
      let size = Int(String(decoding: stem[(dash + 1)...], as: UTF8.self))
    else { return nil }
    self.init(size: size, format: avatar.format)
  }
}
