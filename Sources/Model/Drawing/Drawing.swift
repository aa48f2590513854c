/// A placeholder with everything decided: what is to be seen, and in which colours.
package struct Drawing: Hashable, Sendable, Codable {
  package enum Figure: Hashable, Sendable, Codable {
    case letters(String)
    case symbol(Symbol)
  }

  package var figure: Figure
  /// What lies behind the figure; nil: nothing does.
  package var field: Paint?
  /// Of the primary, secondary and tertiary layer; letters have the first alone.
  package var layers: [Layer]

  package struct Layer: Hashable, Sendable, Codable {
    package var paint: Paint
    /// 0...1.
    package var opacity: Double

    package init(_ paint: Paint, opacity: Double = 1) {
      self.paint = paint
      self.opacity = opacity
    }
  }

  package init(_ figure: Figure, on field: Paint?, layers: [Layer]) {
    self.figure = figure
    self.field = field
    self.layers = layers
  }

  /// What is to be seen where no font has the letters.
  package var withoutLetters: Drawing {
    guard case .letters = figure, let ink = layers.first else { return self }
    return Drawing(.symbol(.person), on: field, layers: [ink, ink, ink])
  }
}

/// A colour, or a passage from one to another.
package enum Paint: Hashable, Sendable, Codable {
  case plain(RGBA)
  case gradient(from: RGBA, to: RGBA, start: UnitPoint, end: UnitPoint)

  /// Its colours.
  var colours: [RGBA] {
    switch self {
    case .plain(let colour): [colour]
    case .gradient(let from, let to, start: _, end: _): [from, to]
    }
  }
}

/// A place of a square, by the names that SwiftUI has for it.
package enum UnitPoint: String, Hashable, Sendable, Codable, CaseIterable {
  case topLeading, top, topTrailing, leading, center, trailing, bottomLeading, bottom, bottomTrailing

  /// 0 at the left, 1 at the right.
  var x: Double {
    switch self {
    case .topLeading, .leading, .bottomLeading: 0
    case .top, .center, .bottom: 0.5
    case .topTrailing, .trailing, .bottomTrailing: 1
    }
  }

  /// 0 at the top, 1 at the bottom.
  var y: Double {
    switch self {
    case .topLeading, .top, .topTrailing: 0
    case .leading, .center, .trailing: 0.5
    case .bottomLeading, .bottom, .bottomTrailing: 1
    }
  }
}
