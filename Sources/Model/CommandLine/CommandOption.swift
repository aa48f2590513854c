/// An option of a command line.
package struct CommandOption: Hashable, Sendable {
  /// Without its dashes.
  package var name: String
  /// Nil: it takes none.
  package var value: Value?

  /// What a shell can offer for it.
  package enum Value: Hashable, Sendable {
    case file
    case folder
    case words([String])
    /// Only a person knows.
    case text
  }

  package init(_ name: String, _ value: Value? = nil) {
    self.name = name
    self.value = value
  }
}

extension CommandOption {
  static let help = CommandOption("help")
  static let lang = CommandOption("lang", .words(Language.all.map(\.code)))

  static let root = CommandOption("root", .folder)
  static let config = CommandOption("config", .file)
  static let once = CommandOption("once")
  static let verbose = CommandOption("verbose")

  static let scale = CommandOption("scale", .text)
  static let position = CommandOption("position", .text)
  static let viewport = CommandOption("viewport", .text)
  static let crop = CommandOption("crop", .text)
  static let rotation = CommandOption("rotation", .words(Rotation.allCases.map { "\($0.rawValue)" }))
  static let shape = CommandOption("shape", .words(Shape.allCases.map(\.rawValue)))
  static let background = CommandOption("background", .text)

  static let size = CommandOption("size", .text)
  static let format = CommandOption("format", .words(OutputFormat.allCases.map(\.rawValue)))
  static let quality = CommandOption("quality", .text)
  static let maxBytes = CommandOption("max-bytes", .text)
  static let outFolder = CommandOption("out", .folder)
  static let out = CommandOption("out", .file)
  static let force = CommandOption("force")
  static let dryRun = CommandOption("dry-run")
  static let json = CommandOption("json")
  static let quiet = CommandOption("quiet")

  static let withOriginal = CommandOption("with-original")
  static let cardVersion = CommandOption("card-version", .words(["3.0", "4.0"]))
  static let dn = CommandOption("dn", .text)
  static let attribute = CommandOption("attribute", .words(["jpegPhoto", "thumbnailPhoto"]))
  static let pattern = CommandOption("pattern", .text)

  static let photos = CommandOption("photos", .folder)
  static let map = CommandOption("map", .text)
  static let idFrom = CommandOption("id-from", .words(["path", "name", "UID", "FN", "N"]))
  static let lastWins = CommandOption("last-wins")
  static let report = CommandOption("report", .file)

  static let failed = CommandOption("failed")
  static let all = CommandOption("all")
  static let yes = CommandOption("yes")
}
