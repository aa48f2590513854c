/// Why a photo is refused.
package enum PhotoProblem: Error, Hashable, Sendable, Codable {
  case empty
  /// The data ends early: perhaps the copy has not.
  case truncated(Message)
  /// The file can't be opened or read; `number` is errno.
  case unreadable(number: Int32)
  /// No picture of a known format; `looksLike` says what the first bytes are, where that is known.
  case notAPhoto(looksLike: Message?)
  case damaged(format: InputFormat, Message)
  case unsupported(format: InputFormat, Message)
  case tooManyBytes(Int, limit: Int)
  case tooManyPixels(PixelSize, limit: Int)
  case tooLong(PixelSize, limit: Int)
  case tooMuchMemory(limit: Int)
  case tooSlow(seconds: Double)
  case workerDied(signal: Message, attempts: Int)
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
  package var explanation: Explanation {
    switch self {
    case .empty: Explanation("photo.empty")
    case .truncated(let detail): Explanation("photo.truncated", ["detail": detail])
    case .unreadable(let number): Explanation("photo.unreadable", ["reason": systemText(number)])
    case .notAPhoto(let looksLike):
      Explanation(
        looksLike.map { Message("photo.notAPhoto.known", ["what": $0]) }
          ?? Message("photo.notAPhoto.unknown"),
        Message("photo.notAPhoto.remedy"))
    case .damaged(let format, let detail):
      Explanation("photo.damaged", ["format": format.rawValue, "detail": detail])
    case .unsupported(let format, let detail):
      Explanation("photo.unsupported", ["format": format.rawValue, "detail": detail])
    case .tooManyBytes(let bytes, let limit):
      Explanation("photo.tooManyBytes", ["bytes": bytes, "limit": limit])
    case .tooManyPixels(let size, let limit):
      Explanation("photo.tooManyPixels", ["width": size.width, "height": size.height, "limit": limit])
    case .tooLong(let size, let limit):
      Explanation("photo.tooLong", ["width": size.width, "height": size.height, "limit": limit])
    case .tooMuchMemory(let limit): Explanation("photo.tooMuchMemory", ["limit": limit])
    case .tooSlow(let seconds): Explanation("photo.tooSlow", ["seconds": seconds])
    case .workerDied(let signal, let attempts):
      Explanation("photo.workerDied", ["signal": signal, "attempts": attempts])
    case .changedMeanwhile: Explanation("photo.changed")
    case .budgetMissed(let file, let maxBytes, let smallest):
      Explanation("photo.budgetMissed", ["file": file, "limit": maxBytes, "smallest": smallest])
    }
  }
}

extension PhotoProblem {
  /// Of a photo of the administrator's that was to stand in for others.
  package func explanation(ofImage path: String) -> Explanation {
    if case .unreadable(let number) = self, number != permissionDenied {
      return Explanation("photo.noImage", ["path": path, "reason": systemText(number)])
    }
    var why = explanation
    why.problem = Message("input.bad", ["path": path, "why": why.problem])
    return why
  }
}

/// EACCES.
private let permissionDenied: Int32 = 13

/// What went well, but not quite as asked.
package enum PhotoWarning: Hashable, Sendable, Codable {
  case moved(asked: Square, used: Square)
  case enlarged(crop: Int, size: Int)
  case profileDropped(Message)
  case harmless(Message)
  case firstFrameOnly(frames: Int)
  case baseImageOfHDR
  /// No font has them.
  case lettersWithoutFont(String)

  package var message: Message {
    switch self {
    case .moved(let asked, let used):
      Message(
        "warning.moved", ["askedX": asked.x, "askedY": asked.y, "usedX": used.x, "usedY": used.y])
    case .enlarged(let crop, let size): Message("warning.enlarged", ["crop": crop, "size": size])
    case .profileDropped(let detail): Message("warning.profileDropped", ["detail": detail])
    case .harmless(let detail): Message("warning.harmless", ["detail": detail])
    case .firstFrameOnly(let frames): Message("warning.firstFrameOnly", ["frames": frames])
    case .lettersWithoutFont(let letters):
      Message("warning.lettersWithoutFont", ["letters": quoted(letters)])
    case .baseImageOfHDR: Message("warning.baseImageOfHDR")
    }
  }
}
