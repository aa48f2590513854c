/// The symbols that a placeholder can show, by the names that the app's symbols have; drawn by ourselves.
package enum Symbol: String, Hashable, Sendable, Codable, CaseIterable {
  case person
  case personFilled = "person.fill"
  case personInCircle = "person.crop.circle"
  case people = "person.2"
  case camera
  case aperture = "camera.aperture"
  case photo, star, heart, building, house, envelope, phone, globe, briefcase, leaf
}

/// A piece of a symbol, in units of a 24th of its side.
enum Stroke: Hashable, Sendable {
  /// The inside of a path.
  case area(String)
  /// A line of this width along a path.
  case line(String, Double)

  /// A line of the usual width.
  static func line(_ path: String) -> Stroke { .line(path, 1.7) }

  static func ring(_ x: Double, _ y: Double, _ radius: Double) -> Stroke { line(circle(x, y, radius)) }
  static func disc(_ x: Double, _ y: Double, _ radius: Double) -> Stroke { area(circle(x, y, radius)) }

  private static func circle(_ x: Double, _ y: Double, _ radius: Double) -> String {
    let r = numberText(radius)
    let (left, across) = ("M\(numberText(x - radius)) \(numberText(y))", numberText(2 * radius))
    return "\(left)a\(r) \(r) 0 1 0 \(across) 0a\(r) \(r) 0 1 0 -\(across) 0z"
  }
}
