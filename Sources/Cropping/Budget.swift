internal import Model

/// Finds the best encoding that fits into so many bytes.
struct Budget {
  let output: Output

  /// What a search ends with.
  enum Result: Equatable {
    case fits([UInt8])
    case missed(smallest: Int)
  }

  func encode(_ square: Sized) throws(Failure) -> Result {
    let best = try attempts[0].bytes(of: square)
    guard let limit = output.maxBytes, best.count > limit else { return .fits(best) }
    return try search(square, limit, smallest: best.count)
  }

  /// From the best to the smallest: quality step by step, or ever fewer colours.
  private var attempts: [Encoding] {
    guard let quality = output.format.defaultQuality else {
      return [0, 8, 4, 2, 1].map { Encoding(format: output.format, quality: 0, palette: $0) }
    }
    return (1...max(1, output.quality ?? quality)).reversed().map {
      Encoding(format: output.format, quality: $0)
    }
  }

  /// By halves: the first attempt does not fit, and the later ones are taken to be ever smaller.
  private func search(_ square: Sized, _ limit: Int, smallest: Int) throws(Failure) -> Result {
    let attempts = attempts
    var tooLarge = 0, fitting = attempts.count
    var found: [UInt8]?
    var smallest = smallest
    while fitting - tooLarge > 1 {
      let middle = (tooLarge + fitting) / 2
      let bytes = try attempts[middle].bytes(of: square)
      smallest = min(smallest, bytes.count)
      if bytes.count <= limit { (fitting, found) = (middle, bytes) } else { tooLarge = middle }
    }
    return found.map { .fits($0) } ?? .missed(smallest: smallest)
  }
}
