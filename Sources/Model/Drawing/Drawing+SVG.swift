extension Drawing {
  /// The share of the side that a symbol's 24 units take.
  private static let symbolShare = 0.66

  /// The drawing as SVG of so many pixels a side; the box is around the letters' ink, nil where there is none.
  package func svg(side: Int, letters box: Lettering.Box?) -> String {
    SVG.document(width: side, height: side, box: "0 0 24 24", background + picture(box))
  }

  private var background: String {
    guard let field else { return "" }
    return SVG.gradient(field, id: "field", side: 24)
      + "<rect width=\"24\" height=\"24\" \(Ink(Layer(field), id: "field").fill)/>"
  }

  private func picture(_ box: Lettering.Box?) -> String {
    switch figure {
    case .symbol(let symbol): return picture(symbol)
    case .letters(let text):
      guard let box, let layer = layers.first else { return "" }
      let fit = Lettering.fit(box, count: text.count)
      return group(
        moved: "translate(\(numberText(fit.x)) \(numberText(fit.y))) scale(\(numberText(fit.scale)))",
        Ink.group(layer, SVG.text(text, fill: layer.paint.colours.first?.hex ?? "")))
    }
  }

  private func picture(_ symbol: Symbol) -> String {
    let edge = numberText(12 * (1 - Self.symbolShare))
    let pieces = zip(symbol.layers, layers).enumerated().map { number, pair in
      let (strokes, layer) = pair
      let ink = Ink(layer, id: "layer\(number)")
      return SVG.gradient(layer.paint, id: ink.id, side: 24)
        + Ink.group(layer, strokes.map(ink.piece).joined())
    }
    return group(
      moved: "translate(\(edge) \(edge)) scale(\(numberText(Self.symbolShare)))", pieces.joined())
  }

  private func group(moved: String, _ content: String) -> String {
    "<g transform=\"\(moved)\">\(content)</g>"
  }
}

/// What the pieces of a layer are filled with, and lines drawn in.
private struct Ink {
  let id: String
  private let paint: Paint

  init(_ layer: Drawing.Layer, id: String) {
    self.id = id
    paint = layer.paint
  }

  /// As a whole, so that pieces which touch do not show through each other.
  static func group(_ layer: Drawing.Layer, _ content: String) -> String {
    let alpha = if case .plain(let colour) = layer.paint { Double(colour.alpha) / 255 } else { 1.0 }
    return "<g opacity=\"\(numberText(layer.opacity * alpha))\">\(content)</g>"
  }

  private var value: String {
    if case .plain(let colour) = paint { colour.hex } else { "url(#\(id))" }
  }

  /// For a whole area; its alpha with it.
  var fill: String {
    guard case .plain(let colour) = paint else { return "fill=\"\(value)\"" }
    return "fill=\"\(value)\" fill-opacity=\"\(SVG.share(colour.alpha))\""
  }

  func piece(_ stroke: Stroke) -> String {
    switch stroke {
    case .area(let path): "<path d=\"\(path)\" fill=\"\(value)\"/>"
    case .line(let path, let width):
      "<path d=\"\(path)\" fill=\"none\" stroke=\"\(value)\" stroke-width=\"\(numberText(width))\""
        + " stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
    }
  }
}
