internal import Model

/// An original that was opened: what is known before any pixel is decoded.
struct Subject: ~Copyable {
  let original: Original
  let format: InputFormat
  /// As stored, before any turning.
  let stored: PixelSize
  let turn: Turn
  let frames: Int
  /// In how many eighths of its size it can be decoded, from the smallest up.
  private let scales: [Int]
  private let margin: Double
  /// Whether a part for brighter screens is left out.
  let hasGainMap: Bool
  /// Whether it says of itself that it does not lie upright.
  let isTurned: Bool

  /// Reads the file and its header, and refuses what is too large before it costs anything.
  init(_ file: CInt, for request: RenderRequest) throws(Trouble) {
    let original = try photo { () throws(PhotoProblem) in try Original(file, limits: request.limits) }
    if request.known.contains(original.sha256) { throw .known(sha256: original.sha256) }
    let bytes = ByteReader(original.bytes)
    let format = try photo { () throws(PhotoProblem) in try Sniffing.format(of: bytes) }
    let claims = Claims(bytes: bytes, format: format)
    try photo { () throws(PhotoProblem) in try claims.size?.check(request.limits) }
    try photo { () throws(PhotoProblem) in try Completeness.check(claims) }
    let header = try Header(original, format, request.limits)
    try photo { () throws(PhotoProblem) in try header.size.check(request.limits) }
    stored = header.size
    turn = Turn(orientation: header.orientation, then: request.attributes.rotation)
    isTurned = header.orientation != 1
    frames = claims.frames ?? header.frames
    hasGainMap = claims.hasGainMap
    scales = header.scales
    margin = header.margin
    self.format = format
    self.original = original
  }

  var upright: PixelSize { turn.upright(stored) }

  var facts: OriginalFacts {
    OriginalFacts(sha256: original.sha256, bytes: original.bytes.count, format: format, size: upright)
  }

  /// Opens the picture again, for decoding.
  ///
  /// Some decoders make it smaller on the way for free.
  borrowing func picture(eighths: Int = 8) throws(Failure) -> Picture {
    try Picture(original.bytes, as: format.loader, eighths: eighths)
  }

  /// The smallest scale at which `length` pixels are still enough for so many of a result.
  func eighths(of length: Double, for result: Double) -> Int {
    scales.first { length * Double($0) / 8 >= margin * result } ?? 8
  }
}

/// What the decoder says before it decodes.
private struct Header {
  let size: PixelSize
  let orientation: Int
  let frames: Int
  let scales: [Int]
  let margin: Double

  init(_ original: borrowing Original, _ format: InputFormat, _ limits: Limits) throws(Trouble) {
    do throws(Failure) {
      let picture = try Picture(original.bytes, as: format.loader)
      size = picture.size
      orientation = picture.orientation
      frames = format.hasTiles ? 1 : picture.frames
      scales = picture.scales
      margin = picture.margin
    } catch {
      throw .photo(error.problem(of: format, limits: limits))
    }
  }
}

extension PixelSize {
  /// Refuses what is too large to be decoded.
  fileprivate func check(_ limits: Limits) throws(PhotoProblem) {
    guard max(width, height) <= limits.side else { throw .tooLong(self, limit: limits.side) }
    guard width * height <= limits.pixels else { throw .tooManyPixels(self, limit: limits.pixels) }
  }
}
