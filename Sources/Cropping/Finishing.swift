internal import Digest
internal import Model

extension Cropper {
  /// Finishes every size (shape, background), and writes it in its format.
  func encode(
    _ sizing: Sizing, _ subject: borrowing Subject, _ request: RenderRequest, into files: inout OutputFiles
  ) throws(Trouble) -> [Rendering.Made] {
    let size = subject.upright
    let crop = sizing.square.rounded(in: size)
    var made: [Rendering.Made] = []
    for target in request.outputs {
      let side = request.side(of: target.output, crop: crop)
      guard let plain = sizing[side] else { continue }
      let covered = plain.covered(by: size, within: sizing.square)
      let shaped = request.shape == .circle ? covered.round() : covered
      let bytes = try fitted(
        shaped.backed(by: request.background, for: target.output.format), target, request.limits)
      do throws(NodeProblem) { try files.write(bytes, to: target.file) } catch { throw .node(error) }
      made.append(Rendering.Made(size: side, bytes: bytes.count, sha256: SHA256.of(bytes)))
    }
    return made
  }

  private func fitted(
    _ pixels: Pixels, _ target: RenderRequest.Target, _ limits: Limits
  ) throws(Trouble) -> [UInt8] {
    let result: Budget.Result
    do throws(Failure) { result = try Budget(output: target.output).encode(pixels) } catch {
      throw .node(.workerProtocol("\(target.output.format.rawValue) cannot be written: \(error.text)"))
    }
    switch result {
    case .fits(let bytes): return bytes
    case .missed(let smallest):
      let name = escaped(target.file.bytes.split(separator: UInt8(ascii: "/")).last ?? [])
      throw .photo(.budgetMissed(file: name, maxBytes: target.output.maxBytes ?? 0, smallest: smallest))
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
