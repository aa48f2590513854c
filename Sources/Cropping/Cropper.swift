package import Model

/// Answers requests: opens an original, decides the crop, makes the avatars. Keeps nothing between two requests.
package struct Cropper: ~Copyable {
  private let library: Library

  package init(_ library: consuming Library) { self.library = library }

  /// Never fails: whatever is wrong is part of the answer.
  package func reply(to request: RenderRequest) -> RenderReply {
    _ = pendingWarning()
    var files = OutputFiles()
    do throws(Trouble) {
      return .rendered(try render(request, into: &files))
    } catch {
      files.removeAll()
      return error.reply
    }
  }

  /// The pipeline.
  private func render(_ request: RenderRequest, into files: inout OutputFiles) throws(Trouble) -> Rendering {
    let subject = try open(request)
    let placed = try place(subject, request)
    let sizing = try size(subject, placed.frame, request)
    let avatars = try encode(sizing, subject, request, into: &files)
    try photo { () throws(PhotoProblem) in try subject.original.check() }
    return Rendering(
      original: subject.facts, attributes: placed.attributes, crop: placed.frame.crop, avatars: avatars,
      warnings: warnings(subject, placed.frame, sizing, avatars, request))
  }
}

/// The attributes with a placement, and where that is.
private struct Placed {
  let attributes: Attributes
  let frame: Frame
}

extension Cropper {
  /// Reads the file and its header, and refuses what is too large before it costs anything.
  private func open(_ request: RenderRequest) throws(Trouble) -> Subject {
    let original = try photo { () throws(PhotoProblem) in try Original(request.original, limits: request.limits) }
    if request.known.contains(original.sha256) { throw .known(sha256: original.sha256) }
    let bytes = ByteReader(original.bytes)
    let format = try photo { () throws(PhotoProblem) in try Sniffing.format(of: bytes) }
    let header = try header(original, format, request.limits)
    try photo { () throws(PhotoProblem) in try header.size.check(request.limits) }
    try photo { () throws(PhotoProblem) in try Completeness.check(bytes, format) }
    return Subject(
      original: original, format: format, stored: header.size,
      turn: Turn(orientation: header.orientation, then: request.attributes.rotation), frames: header.frames)
  }

  private struct Header {
    let size: PixelSize
    let orientation: Int
    let frames: Int
  }

  private func header(
    _ original: borrowing Original, _ format: InputFormat, _ limits: Limits
  ) throws(Trouble) -> Header {
    do throws(Failure) {
      let picture = try Picture(original.bytes, as: format.loader)
      return Header(size: picture.size, orientation: picture.orientation, frames: picture.frames)
    } catch {
      // A header that can't be read may be one that is not all there.
      try photo { () throws(PhotoProblem) in try Completeness.check(ByteReader(original.bytes), format) }
      throw .photo(error.problem(of: format, limits: limits))
    }
  }

  private func place(_ subject: borrowing Subject, _ request: RenderRequest) throws(Trouble) -> Placed {
    var attributes = request.attributes
    let placement: Placement
    if let asked = attributes.placement {
      placement = asked
    } else if request.placement == .center {
      placement = .centre
    } else {
      do throws(Failure) { placement = try Placing.salient(subject) } catch {
        throw .photo(error.problem(of: subject.format, limits: request.limits))
      }
    }
    attributes.placement = placement
    return Placed(attributes: attributes, frame: Frame(placement, in: subject.upright))
  }

  private func size(_ subject: borrowing Subject, _ frame: Frame, _ request: RenderRequest) throws(Trouble) -> Sizing {
    let sizes = request.outputs.map { request.side(of: $0.output, crop: frame.crop) }
    do throws(Failure) { return try Sizing(subject, frame.square, sizes: Set(sizes)) } catch {
      throw .photo(error.problem(of: subject.format, limits: request.limits))
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

extension RenderRequest {
  /// The side that an output really gets.
  func side(of output: Output, crop: CropSquare) -> Int { enlarge ? output.size : min(output.size, crop.size) }
}
