internal import Model

/// What ends a request early.
enum Trouble: Error, Equatable {
  case photo(PhotoProblem)
  case node(NodeProblem)
  /// The original is known already, by this digest.
  case known(sha256: String)

  var reply: RenderReply {
    switch self {
    case .photo(let problem): .refused(problem)
    case .node(let problem): .unable(problem)
    case .known(let sha256): .same(sha256: sha256)
    }
  }
}

/// Runs a step that can only fail for the photo's sake.
func photo<Value: ~Copyable>(_ step: () throws(PhotoProblem) -> Value) throws(Trouble) -> Value {
  do throws(PhotoProblem) { return try step() } catch { throw .photo(error) }
}

extension Failure {
  /// What a decoder's words mean.
  func problem(of format: InputFormat, limits: Limits) -> PhotoProblem {
    if says(["out of memory", "memory allocation", "Memory allocation"]) {
      return .tooMuchMemory(limit: limits.memory)
    }
    if says([
      "remature end", "nexpected end of file", "unexpected EOF", "out of order read", "not enough data",
    ]) {
      return .truncated(message)
    }
    if says([
      "nsupported", "not supported", "not implemented", "Not implemented", "Security limit",
      "No decoding plugin", "bad image dimensions",
    ]) {
      return .unsupported(format: format, message)
    }
    return .damaged(format: format, message)
  }

  private func says(_ any: [String]) -> Bool { any.contains { words.contains($0) } }
}
