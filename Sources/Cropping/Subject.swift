internal import Model

/// An original that was opened: what is known before any pixel is decoded.
struct Subject: ~Copyable {
  let original: Original
  let format: InputFormat
  /// As stored, before any turning.
  let stored: PixelSize
  let turn: Turn
  let frames: Int
  /// Where its part can be decoded alone.
  private let usual: UsualJPEG?
  /// How much smaller it can be decoded else, where that is known already.
  private let reduction: Reduction?
  /// Whether a part for brighter screens is left out.
  let hasGainMap: Bool
  /// Whether it says of itself that it does not lie upright.
  let isTurned: Bool

  /// Reads the file and its header, and refuses what is too large before it costs anything.
  init(_ file: CInt, for request: RenderRequest, in workroom: Workroom) throws(Trouble) {
    let original = try photo { () throws(PhotoProblem) in
      try Original(file, limits: request.limits, in: workroom)
    }
    if request.known.contains(original.sha256) { throw .known(sha256: original.sha256) }
    let bytes = ByteReader(original.bytes)
    let format = try photo { () throws(PhotoProblem) in try Sniffing.format(of: bytes) }
    let claims = Claims(bytes: bytes, format: format)
    try photo { () throws(PhotoProblem) in try claims.size?.check(request.limits) }
    try photo { () throws(PhotoProblem) in try Completeness.check(claims) }
    let usual = claims.segments.flatMap { UsualJPEG(original.bytes, $0, in: workroom) }
    let header = try Header(usual, else: original, format, request.limits)
    try photo { () throws(PhotoProblem) in try header.size.check(request.limits) }
    stored = header.size
    turn = Turn(orientation: header.orientation, then: request.attributes.rotation)
    isTurned = header.orientation != 1
    frames = claims.frames ?? header.frames
    hasGainMap = claims.hasGainMap
    reduction = header.reduction
    self.usual = usual
    self.format = format
    self.original = original
  }

  var upright: PixelSize { turn.upright(stored) }

  var facts: OriginalFacts {
    OriginalFacts(sha256: original.sha256, bytes: original.bytes.count, format: format, size: upright)
  }
}

extension Subject {
  /// What came out, upright, and how.
  struct Sampled {
    var pixels: Pixels
    /// Why the embedded colour profile was of no use, where it was of none.
    var droppedProfile: Message?
    /// What the decoder forgave.
    var noticed: Message?
    let decoder: Rendering.Decoder
  }

  /// A square of the upright picture at a size, as a JPEG file has it; nil where it has to become RGB on the way.
  borrowing func halved(_ square: Square, side: Int) throws(Failure) -> YCbCrPixels? {
    guard let usual, usual.profile.isEmpty else { return nil }
    return try usual.halved(square, side: side, turn)
  }

  /// An area of the stored picture at a size in the stored direction, laid upright, in sRGB.
  ///
  /// `halvesChroma` where the files that are made of it do.
  borrowing func sampled(_ area: Area, to size: PixelSize, halvesChroma: Bool) throws(Failure) -> Sampled {
    if let usual, let pixels = try usual.rgb(area, to: size, turn, halvesChroma: halvesChroma) {
      var sampled = Sampled(pixels: pixels, decoder: .region)
      sampled.droppedProfile = usual.applyProfile(to: &sampled.pixels)
      return sampled
    }
    return try sampledPatiently(area, size)
  }

  /// By decoders that know all kinds, and forgive.
  private borrowing func sampledPatiently(_ area: Area, _ size: PixelSize) throws(Failure) -> Sampled {
    let known: Reduction
    if let reduction {
      known = reduction
    } else {
      known = try Picture(original.bytes, as: format.loader).reduction
    }
    let eighths = known.eighths(
      of: max(area.width, area.height), for: Double(max(size.width, size.height)))
    let scale = Double(eighths) / 8
    let picture = try Picture(original.bytes, as: format.loader, eighths: eighths)
    let decoder = picture.decoder
    let found = try picture.sampled(
      Area(x: area.x * scale, y: area.y * scale, width: area.width * scale, height: area.height * scale),
      right: Double(stored.width) * scale, bottom: Double(stored.height) * scale, width: size.width,
      height: size.height)
    return Sampled(
      pixels: turn.applied(to: found.pixels), droppedProfile: found.droppedProfile, noticed: found.noticed,
      decoder: decoder)
  }
}

/// What is known before anything is decoded.
private struct Header {
  let size: PixelSize
  let orientation: Int
  let frames: Int
  let reduction: Reduction?

  private init(_ usual: UsualJPEG) {
    size = usual.size
    orientation = usual.orientation
    frames = 1
    reduction = nil
  }

  init(
    _ usual: UsualJPEG?, else original: borrowing Original, _ format: InputFormat, _ limits: Limits
  ) throws(Trouble) {
    if let usual { self.init(usual) } else { try self.init(original, format, limits) }
  }

  private init(_ original: borrowing Original, _ format: InputFormat, _ limits: Limits) throws(Trouble) {
    do throws(Failure) {
      let picture = try Picture(original.bytes, as: format.loader)
      size = picture.size
      orientation = picture.orientation
      frames = format.hasTiles ? 1 : picture.frames
      reduction = picture.reduction
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
