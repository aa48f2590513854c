internal import Model

/// What a file of a folder is, by its name.
enum FolderFile: Equatable {
  case photo, job
  /// What the inbox would not take for a photo either.
  case ignored
  /// A `.json` that is no job.
  case strayJSON
  /// A source of its own.
  case document

  init(_ name: [UInt8]) {
    if Ignore.name(name, isFolder: false) {
      self = .ignored
    } else if SourceFormat(name: name) ?? .json != .json {
      self = .document
    } else {
      switch Document.kind(of: name) {
      case .job: self = .job
      case .strayJSON: self = .strayJSON
      case .book: self = .document
      case .photo: self = .photo
      }
    }
  }
}
