/// How far the image is moved; x to the right, y down.
///
/// In viewfinder diameters, or in points where a viewport is given.
package struct Position: Hashable, Sendable, Codable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  package static let centre = Position(x: 0, y: 0)
}

/// The screen, in points, on which scale and position were chosen.
package struct Viewport: Hashable, Sendable, Codable {
  package var width: Double
  package var height: Double
  /// The free edge around the viewfinder on the shorter side.
  package var inset: Double

  package init(width: Double, height: Double, inset: Double = Viewport.defaultInset) {
    self.width = width
    self.height = height
    self.inset = inset
  }

  package static let defaultInset = 15.0
  /// The Move and Scale sheet zooms no further; a larger scale counts as this.
  package static let largestScale = 4.0
}

/// A rectangle in upright pixels, kept as it was given.
///
/// It may reach past the image.
package enum CropRectangle: Hashable, Sendable, Codable {
  case square(x: Double, y: Double, size: Double)
  case rectangle(x: Double, y: Double, width: Double, height: Double)

  /// The square itself, or the centred square of the shorter side.
  package var square: Square {
    switch self {
    case .square(let x, let y, let size): return Square(x: x, y: y, side: size)
    case .rectangle(let x, let y, let width, let height):
      let side = min(width, height)
      return Square(x: x + (width - side) / 2, y: y + (height - side) / 2, side: side)
    }
  }
}

/// What a person decided about the place of the viewfinder.
package enum Placement: Hashable, Sendable, Codable {
  case relative(scale: Double, position: Position)
  case onScreen(viewport: Viewport, scale: Double, position: Position)
  case crop(CropRectangle)

  /// The image just covers the viewfinder.
  package static let centre = Placement.relative(scale: 1, position: .centre)
}

/// Degrees clockwise, after the photo's own orientation.
package enum Rotation: Int, Hashable, Sendable, Codable, CaseIterable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270
}

/// The avatar's outline.
package enum Shape: String, Hashable, Sendable, Codable, CaseIterable {
  case square, circle
}

/// What shows where the square reaches past the image, outside the circle, and through transparent pixels.
package enum Background: Hashable, Sendable, Codable {
  /// White in JPEG.
  case transparent
  case colour(Colour)
}

/// An opaque sRGB colour, and the words it was given in.
package struct Colour: Hashable, Sendable, Codable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8
  /// As written in the document: `#rgb`, `#rrggbb` or a name.
  package var written: String

  package init(red: UInt8, green: UInt8, blue: UInt8, written: String) {
    self.red = red
    self.green = green
    self.blue = blue
    self.written = written
  }
}

/// What a person decides: placement, and the few options beside it.
///
/// What is nil is left to the settings.
package struct Attributes: Hashable, Sendable, Codable {
  package var placement: Placement?
  package var rotation: Rotation
  package var shape: Shape?
  package var background: Background?
  /// Shown instead of a photo: there is none yet, or it is not to be seen.
  package var placeholder: Placeholder?

  package init(
    placement: Placement? = nil, rotation: Rotation = .none, shape: Shape? = nil,
    background: Background? = nil, placeholder: Placeholder? = nil
  ) {
    self.placement = placement
    self.rotation = rotation
    self.shape = shape
    self.background = background
    self.placeholder = placeholder
  }

  /// The same for a photo, which takes the placeholder's place.
  package var withoutPlaceholder: Attributes {
    var attributes = self
    attributes.placeholder = nil
    return attributes
  }
}
