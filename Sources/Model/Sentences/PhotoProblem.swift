/// Why a photo is refused.
package enum PhotoProblem: Error, Hashable, Sendable, Codable {
  case empty
  /// The data ends early: perhaps the copy has not.
  case truncated(String)
  /// The file can't be opened or read; `number` is errno.
  case unreadable(number: Int32)
  /// No picture of a known format; `looksLike` says what the first bytes are, where that is known.
  case notAPhoto(looksLike: String?)
  case damaged(format: InputFormat, String)
  case unsupported(format: InputFormat, String)
  case tooManyBytes(Int, limit: Int)
  case tooManyPixels(PixelSize, limit: Int)
  case tooLong(PixelSize, limit: Int)
  case tooMuchMemory(limit: Int)
  case tooSlow(seconds: Double)
  case workerDied(signal: String, attempts: Int)
  case changedMeanwhile
  case budgetMissed(file: String, maxBytes: Int, smallest: Int)

  /// Whether waiting may help: the file may still be arriving.
  package var isIncomplete: Bool {
    switch self {
    case .empty, .truncated, .unreadable, .changedMeanwhile: true
    default: false
    }
  }
}

extension PhotoProblem: Explained {
  package var english: Explanation {
    switch self {
    case .empty: Explanation("the file is empty", "Copy it here again.")
    case .truncated(let detail):
      Explanation(
        "the file ends too early: the photo is only partly there (\(detail))", "Copy it here again, whole.")
    case .unreadable(let number):
      Explanation(
        "the file cannot be read: \(systemText(number))",
        "Give the user that tondo runs as permission to read it.")
    case .notAPhoto(let looksLike):
      Explanation(
        looksLike.map { "this is not a photo but \($0)" }
          ?? "this is not a photo of a format that tondo reads",
        "Export it as JPEG, PNG, WebP, GIF, TIFF, HEIC or AVIF; the content counts, not the name.")
    case .damaged(let format, let detail):
      Explanation(
        "the \(format.rawValue) data is damaged: \(detail)", "Export the photo again from where it came.")
    case .unsupported(let format, let detail):
      Explanation(
        "this kind of \(format.rawValue) cannot be read here: \(detail)",
        "Export it as an ordinary JPEG or PNG.")
    case .tooManyBytes(let bytes, let limit):
      Explanation(
        "the file has \(bytes) bytes; at most \(limit) are allowed", "Make it smaller, or raise limits.bytes."
      )
    case .tooManyPixels(let size, let limit):
      Explanation(
        "the photo has \(size.width) x \(size.height) pixels; at most \(limit) in all are allowed",
        "Make it smaller, or raise limits.pixels.")
    case .tooLong(let size, let limit):
      Explanation(
        "the photo is \(size.width) x \(size.height) pixels; at most \(limit) a side are allowed",
        "Make it smaller, or raise limits.side.")
    case .tooMuchMemory(let limit):
      Explanation("it takes more than \(limit) bytes of memory", "Make it smaller, or raise limits.memory.")
    case .tooSlow(let seconds):
      Explanation("it takes more than \(shown(seconds)) seconds", "Make it smaller, or raise limits.seconds.")
    case .workerDied(let signal, let attempts):
      Explanation(
        "the worker process died on it, \(attempts) times (\(signal))",
        "Export the photo again from where it came; please report the file if you can share it.")
    case .changedMeanwhile:
      Explanation("the file changed while it was read", "It is tried again once it stays unchanged.")
    case .budgetMissed(let file, let maxBytes, let smallest):
      Explanation(
        "\(file) does not fit into \(maxBytes) bytes; the smallest possible has \(smallest)",
        "Raise maxBytes of that output, or make its size smaller.")
    }
  }
}

/// What went well, but not quite as asked.
package enum PhotoWarning: Hashable, Sendable, Codable {
  case moved(asked: Square, used: Square)
  case enlarged(crop: Int, size: Int)
  case profileDropped(String)
  case harmless(String)
  case firstFrameOnly(frames: Int)
  case baseImageOfHDR

  package var english: String {
    switch self {
    case .moved(let asked, let used):
      "the square was asked at \(shown(asked.x)), \(shown(asked.y)) and used at \(shown(used.x)), \(shown(used.y)): "
        + "kept inside the photo, or centred where the photo is too short"
    case .enlarged(let crop, let size): "the square has \(crop) pixels a side, and was enlarged to \(size)"
    case .profileDropped(let detail): "the colour profile cannot be used and was ignored: \(detail)"
    case .harmless(let detail): "the decoder noticed: \(detail)"
    case .firstFrameOnly(let frames): "of \(frames) frames the first one was used"
    case .baseImageOfHDR: "the high dynamic range part was left out"
    }
  }
}
