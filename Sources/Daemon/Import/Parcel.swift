internal import Files
internal import Importing
internal import Ledger
internal import Model

/// A row on its way into the inbox.
struct Parcel {
  var row: Row
  var photo: Photo?
  /// How it is told of; its kind is not known yet.
  var outcome: RowOutcome

  enum Photo {
    case file(Root, BytePath, FileSignature)
    case enclosed(EnclosedPhoto, InputFormat)

    var bytes: Int {
      switch self {
      case .file(_, _, let signature): signature.size
      case .enclosed(let photo, _): photo.size
      }
    }

    var source: FileSignature { if case .file(_, _, let signature) = self { signature } else { .none } }

    /// With its dot.
    var fileExtension: [UInt8] {
      switch self {
      case .file(_, let path, _): Model.fileExtension(path.name)
      case .enclosed(_, let format): Array(format.usualExtension.utf8)
      }
    }
  }

  var id: AvatarID { row.id }

  var offer: ImportOffer {
    ImportOffer(photo: photo.map { .init(bytes: $0.bytes, source: $0.source) }, placing: row.placing)
  }

  /// Where the photo goes: under its own extension, unless the inbox would take it for something else then.
  var path: BytePath? {
    guard let photo else { return nil }
    let own = Places.inbox.appending(id.file(String(decoding: photo.fileExtension, as: UTF8.self)))
    let isFit =
      own.name.count <= 255 && own.below(Places.inbox).flatMap(AvatarID.init(original:)) == id
      && Document.kind(of: own.name) == .photo && !Ignore.name(own.name, isFolder: false)
    return isFit ? own : Places.inbox.appending(id.file(".photo"))
  }
}

extension InputFormat {
  fileprivate var usualExtension: String {
    switch self {
    case .jpeg: ".jpg"
    case .heif: ".heic"
    case .png, .webp, .gif, .tiff, .avif: ".\(rawValue)"
    }
  }
}

/// Why a row cannot be taken.
struct RowFailure: Error {
  var field: String?
  var why: Explanation

  init(_ why: Explanation, field: String? = nil) {
    self.why = why
    self.field = field
  }
}
