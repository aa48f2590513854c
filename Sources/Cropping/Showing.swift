internal import Model

extension Cropper {
  /// All of the photo, small, for a person to place the viewfinder on.
  func show(_ request: RenderRequest, _ original: CInt, into file: CInt) throws(Trouble) -> RenderReply {
    let subject = try Subject(original, for: request, in: workroom)
    let target = request.outputs[0]
    let pixels: Pixels
    do throws(Failure) {
      pixels = try whole(subject, longest: target.output.size, halvesChroma: target.output.format == .jpeg)
    } catch {
      throw .photo(error.problem(of: subject.format, limits: request.limits))
    }
    let bytes = try request.fitted(
      .rgb(pixels.backed(by: request.background, for: target.output.format)), target)
    do throws(NodeProblem) { try target.write(bytes, to: file) } catch { throw .node(error) }
    try photo { () throws(PhotoProblem) in try subject.original.check() }
    return .shown(original: subject.facts.sha256)
  }

  private func whole(
    _ subject: borrowing Subject, longest: Int, halvesChroma: Bool
  ) throws(Failure) -> Pixels {
    let stored = subject.stored
    let length = Double(max(stored.width, stored.height))
    let scale = min(1, Double(longest) / length)
    let all = Area(x: 0, y: 0, width: Double(stored.width), height: Double(stored.height))
    let size = PixelSize(
      width: max(1, Int((Double(stored.width) * scale).rounded())),
      height: max(1, Int((Double(stored.height) * scale).rounded())))
    return try subject.sampled(all, to: size, halvesChroma: halvesChroma).pixels
  }
}
