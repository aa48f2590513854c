package import Model

/// Answers requests: reads an original, decides the crop, makes the avatars.
///
/// Keeps nothing between two requests but room to work in, and how the last colour profile is applied.
package struct Cropper: ~Copyable {
  private let library: Library
  let workroom = Workroom()

  package init(_ library: consuming Library) { self.library = library }

  /// Never fails: whatever is wrong is part of the answer.
  ///
  /// The files are open: the original, then one for each output. Those of a request that is refused may be filled in
  /// part.
  package func reply(to request: RenderRequest, _ files: [CInt]) -> RenderReply {
    Chatter.clear()
    guard case .photo = request.subject else {
      return .unable(.workerProtocol(Message("protocol.drawingForPhotos")))
    }
    guard let original = files.first, files.count == 1 + request.outputs.count,
      request.view == .square || request.outputs.count == 1
    else {
      return .unable(
        .workerProtocol(
          Message("protocol.files", ["files": files.count, "outputs": request.outputs.count])))
    }
    do throws(Trouble) {
      if request.view == .whole { return try show(request, original, into: files[1]) }
      return .rendered(try render(request, original, into: Array(files.dropFirst())))
    } catch { return error.reply }
  }

  /// The pipeline.
  private func render(
    _ request: RenderRequest, _ original: CInt, into files: [CInt]
  ) throws(Trouble) -> Rendering {
    let subject = try Subject(original, for: request, in: workroom)
    let placed = try place(subject, request)
    let sizing = try size(subject, placed.frame, request)
    let avatars = try encode(sizing, subject, request, into: files)
    try photo { () throws(PhotoProblem) in try subject.original.check() }
    return Rendering(
      original: subject.facts, attributes: placed.attributes, crop: placed.frame.crop, avatars: avatars,
      warnings: warnings(subject, placed.frame, sizing, avatars, request), isTurned: subject.isTurned,
      decoder: sizing.decoder)
  }
}

/// The attributes with a placement, and where that is.
private struct Placed {
  let attributes: Attributes
  let frame: Frame
}

extension Cropper {
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

  private func size(_ subject: borrowing Subject, _ frame: Frame, _ request: RenderRequest) throws(Trouble)
    -> Sizing
  {
    let sizes = request.outputs.map { request.side(of: $0.output, crop: frame.crop) }
    let use = request.use(of: frame.square, in: subject.upright)
    do throws(Failure) { return try Sizing(subject, frame.square, sizes: Set(sizes), for: use) } catch {
      throw .photo(error.problem(of: subject.format, limits: request.limits))
    }
  }
}

extension RenderRequest {
  /// The side that an output really gets.
  func side(of output: Output, crop: CropSquare) -> Int {
    enlarge ? output.size : min(output.size, crop.size)
  }

  /// What is made of a square of a picture of this size.
  fileprivate func use(of square: Square, in size: PixelSize) -> Use {
    Use(
      isPlain: shape == .square && square.lies(inside: size),
      formats: Set(outputs.map(\.output.format)))
  }
}
