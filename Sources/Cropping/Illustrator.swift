internal import CTondoImage
package import Model

/// Answers requests for drawings: SVG of our own, drawn at each size, finished like photos.
///
/// Keeps nothing between two requests but the fonts that libraries have opened.
package struct Illustrator: ~Copyable {
  private let library: Library

  /// The library must have been started for drawings.
  package init(_ library: consuming Library) { self.library = library }

  /// Never fails: whatever is wrong is part of the answer.
  ///
  /// The files are open, one for each output.
  package func reply(to request: RenderRequest, _ files: [CInt]) -> RenderReply {
    Chatter.clear()
    guard case .drawing(let drawing) = request.subject else {
      return .unable(.workerProtocol(Message("protocol.photoForDrawing")))
    }
    guard files.count == request.outputs.count else {
      return .unable(
        .workerProtocol(Message("protocol.files", ["files": files.count, "outputs": request.outputs.count])))
    }
    do throws(Trouble) { return .rendered(try draw(drawing, request, into: files)) } catch {
      return error.reply
    }
  }

  private func draw(
    _ wanted: Drawing, _ request: RenderRequest, into files: [CInt]
  ) throws(Trouble) -> Rendering {
    let lost = lostLetters(wanted)
    let drawing = lost == nil ? wanted : wanted.withoutLetters
    let box = try letters(of: drawing)
    let made = try request.finish(into: files) { output throws(Trouble) in
      .rgb(try Self.pixels(of: drawing.svg(side: output.size, letters: box), output.size, output.size))
    }
    return Rendering(
      original: nil, attributes: request.attributes, crop: nil, avatars: made,
      warnings: lost.map { [.lettersWithoutFont($0)] } ?? [])
  }

  /// The letters, where no font has them all: empty boxes would help nobody.
  private func lostLetters(_ drawing: Drawing) -> String? {
    guard case .letters(let text) = drawing.figure, tondo_text_unknown(text) > 0 else { return nil }
    return text
  }

  /// Around the ink of the letters, where there are some.
  private func letters(of drawing: Drawing) throws(Trouble) -> Lettering.Box? {
    guard case .letters(let text) = drawing.figure else { return nil }
    return try Self.pixels(of: Lettering.probe(text), Lettering.width, Lettering.height).inkBox
  }

  private static func pixels(of svg: String, _ width: Int, _ height: Int) throws(Trouble) -> Pixels {
    var failed: Int32 = 0
    let samples = [UInt8](unsafeUninitializedCapacity: width * height * 4) { result, used in
      failed = tondo_svg_draw(svg, svg.utf8.count, result.baseAddress, Int32(width), Int32(height))
      used = failed == 0 ? width * height * 4 : 0
    }
    guard failed == 0 else {
      throw .node(.workerProtocol(Message("protocol.drawing", ["detail": Failure.pending().message])))
    }
    return Pixels(width: width, height: height, bands: 4, samples: samples)
  }
}

extension Pixels {
  /// The least rectangle around all that is not quite transparent.
  var inkBox: Lettering.Box? {
    var (left, right, top, bottom) = (width, -1, height, -1)
    for y in 0..<height {
      let row = y * width
      guard let first = (0..<width).first(where: { samples[4 * (row + $0) + 3] > 63 }) else { continue }
      let last = (0..<width).last { samples[4 * (row + $0) + 3] > 63 } ?? first
      (left, right) = (min(left, first), max(right, last))
      (top, bottom) = (min(top, y), y)
    }
    guard right >= 0 else { return nil }
    return .init(left: Double(left), top: Double(top), right: Double(right + 1), bottom: Double(bottom + 1))
  }
}

/// The fonts that an installation has.
package struct Fonts: Hashable, Sendable, Codable {
  package var families: Int

  /// Those that can be reached from here.
  package static func found() -> Fonts { Fonts(families: Int(tondo_font_families())) }
}
