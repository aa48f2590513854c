internal import Digest
internal import Model

extension RenderRequest {
  /// Finishes every size (shape, background), and writes it in its format; `plain` gives the square at an output's size.
  func finish(
    into files: [CInt], _ plain: (Output) throws(Trouble) -> Sized?
  ) throws(Trouble) -> [Rendering.Made] {
    var made: [Rendering.Made] = []
    for (target, file) in zip(outputs, files) {
      guard let plain = try plain(target.output) else { continue }
      let bytes = try fitted(finished(plain, for: target.output.format), target)
      do throws(NodeProblem) { try target.write(bytes, to: file) } catch { throw .node(error) }
      made.append(Rendering.Made(size: plain.width, bytes: bytes.count, sha256: SHA256.of(bytes)))
    }
    return made
  }

  /// Planes are of a square that stays as it is.
  private func finished(_ plain: Sized, for format: OutputFormat) -> Sized {
    guard case .rgb(let pixels) = plain else { return plain }
    return .rgb((shape == .circle ? pixels.round() : pixels).backed(by: background, for: format))
  }

  func fitted(_ square: Sized, _ target: Target) throws(Trouble) -> [UInt8] {
    let result: Budget.Result
    do throws(Failure) { result = try Budget(output: target.output).encode(square) } catch {
      throw .node(
        .workerProtocol(
          Message("protocol.format", ["format": target.output.format.rawValue, "detail": error.message])))
    }
    switch result {
    case .fits(let bytes): return bytes
    case .missed(let smallest):
      let name = escaped(target.file.bytes.split(separator: UInt8(ascii: "/")).last ?? [])
      throw .photo(.budgetMissed(file: name, maxBytes: target.output.maxBytes ?? 0, smallest: smallest))
    }
  }
}

extension Cropper {
  func encode(
    _ sizing: Sizing, _ subject: borrowing Subject, _ request: RenderRequest, into files: [CInt]
  ) throws(Trouble) -> [Rendering.Made] {
    let size = subject.upright
    let crop = sizing.square.rounded(in: size)
    return try request.finish(into: files) { output throws(Trouble) in
      let made = sizing[request.side(of: output, crop: crop)]
      guard case .rgb(let pixels) = made else { return made }
      return .rgb(pixels.covered(by: size, within: sizing.square))
    }
  }

  /// What went well, but not quite as asked.
  func warnings(
    _ subject: borrowing Subject, _ frame: Frame, _ sizing: Sizing, _ avatars: [Rendering.Made],
    _ request: RenderRequest
  ) -> [PhotoWarning] {
    var warnings: [PhotoWarning] = []
    if let asked = frame.asked { warnings.append(.moved(asked: asked, used: frame.square)) }
    if let largest = avatars.map(\.size).max(), largest > frame.crop.size {
      warnings.append(.enlarged(crop: frame.crop.size, size: largest))
    }
    if let profile = sizing.droppedProfile { warnings.append(.profileDropped(profile)) }
    if subject.frames > 1 { warnings.append(.firstFrameOnly(frames: subject.frames)) }
    if let noticed = sizing.noticed { warnings.append(.harmless(noticed)) }
    if subject.hasGainMap { warnings.append(.baseImageOfHDR) }
    return warnings
  }
}
