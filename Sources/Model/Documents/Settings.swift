/// The formats that avatars are written in.
package enum OutputFormat: String, Hashable, Sendable, Codable, CaseIterable {
  case jpeg, png, webp, avif

  /// Without a dot.
  package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

  /// Where no quality is asked for; PNG has none.
  package var defaultQuality: Int? {
    switch self {
    case .jpeg: 85
    case .webp: 80
    case .avif: 60
    case .png: nil
    }
  }
}

/// One avatar to be made of every original.
package struct Output: Hashable, Sendable, Codable {
  /// Pixels, 1...4096.
  package var size: Int
  package var format: OutputFormat
  /// 1...100; nil: the format's default.
  package var quality: Int?
  /// The file may not be larger than this.
  package var maxBytes: Int?

  package init(size: Int, format: OutputFormat, quality: Int? = nil, maxBytes: Int? = nil) {
    self.size = size
    self.format = format
    self.quality = quality
    self.maxBytes = maxBytes
  }

  /// What follows the id in the file's name, as in `-512.webp`.
  package var suffix: String { "-\(size).\(format.fileExtension)" }
}

/// What may be spent on one original.
package struct Limits: Hashable, Sendable, Codable {
  package var bytes = 64 << 20
  package var pixels = 120_000_000
  package var side = 30_000
  /// Of the worker's CPU; the wall clock may take six times that.
  package var seconds = 10.0
  /// Bytes.
  package var memory = 1 << 30

  package init() {}
}

/// Where the viewfinder goes on an original that came without a job.
package enum DefaultPlacement: String, Hashable, Sendable, Codable, CaseIterable {
  case center, attention
}

/// `ROOT/tondo.json`.
package struct Settings: Hashable, Sendable {
  package var outputs = [
    Output(size: 512, format: .webp), Output(size: 256, format: .webp), Output(size: 96, format: .jpeg),
  ]
  package var shape = Shape.square
  package var background = Background.transparent
  package var placement = DefaultPlacement.center
  package var enlarge = true
  /// What placeholders leave out.
  package var placeholder = Placeholder()
  /// Worker processes; 0: one per core.
  package var workers = 0
  /// Seconds.
  package var settle = 1.0
  /// Seconds between full comparisons; 0: only when needed.
  package var rescan = 86_400.0
  package var retries = 3
  package var keepReplaced = 10
  package var limits = Limits()
  /// Of the error.txt files; of the log, too, where nothing else chooses one.
  package var lang = Language.english
  /// The web page; nil: none.
  package var http: WebSettings?

  package init() {}
}
