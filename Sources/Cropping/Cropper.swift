package import Model

/// Answers requests: opens an original, decides the crop, makes the avatars.
///
/// Keeps nothing between two requests.
package struct Cropper: ~Copyable {
  private let library: Library

  package init(_ library: consuming Library) { self.library = library }

  /// Never fails: whatever is wrong is part of the answer.
  package func reply(to request: RenderRequest) -> RenderReply {
    Chatter.clear()
    guard request.pathsAreWhole else { return .unable(.workerProtocol("a path holds a NUL")) }
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
    let subject = try Subject(opening: request)
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
    do throws(Failure) { return try Sizing(subject, frame.square, sizes: Set(sizes)) } catch {
      throw .photo(error.problem(of: subject.format, limits: request.limits))
    }
  }
}

extension RenderRequest {
  /// A NUL would end a path early for the system, and lead elsewhere.
  var pathsAreWhole: Bool {
    ([original] + outputs.map(\.file)).allSatisfy { !$0.bytes.isEmpty && !$0.bytes.contains(0) }
  }

  /// The side that an output really gets.
  func side(of output: Output, crop: CropSquare) -> Int {
    enlarge ? output.size : min(output.size, crop.size)
  }
}
